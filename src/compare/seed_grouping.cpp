#include "regard/compare/seed_grouping.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compare/in_words.h"
#include "regard/base/str.h"
#include "regard/config/writer.h"

namespace regard::compare {
namespace {

std::string config_without_seed(config::Experiment experiment) {
  experiment.training.seed = 0;
  experiment.training.threads = 0;
  experiment.data.cache = "";
  return config::to_yaml(experiment);
}

/// What all names begin with, without "seed" and what joins it to a number: "rnn-seed1" and
/// "rnn-seed2" are "rnn".
std::string common_name(const std::vector<std::string>& names,
                        const std::vector<std::size_t>& group) {
  std::string common = names[group.front()];
  if (group.size() == 1) return common;
  for (const std::size_t member : group) {
    const auto& other = names[member];
    const auto end = std::mismatch(common.begin(), common.end(), other.begin(), other.end()).first;
    common.erase(end, common.end());
  }
  const auto drop = [&](const std::string& ending) {
    if (common.ends_with(ending)) common.resize(common.size() - ending.size());
  };
  const auto drop_joints = [&] { common.erase(common.find_last_not_of("-_./ ") + 1); };
  drop_joints();
  drop("seed");
  drop_joints();
  return common.empty() ? names[group.front()] : common;
}

std::vector<double> scores_of(const MetricScores& metric, const std::vector<std::size_t>& group) {
  std::vector<double> scores;
  for (const std::size_t member : group) scores.push_back(metric.scores[member]);
  return scores;
}

SeedGroups::Metric summary_of(const MetricScores& metric, const std::vector<std::size_t>& group) {
  const auto scores = scores_of(metric, group);
  const auto runs = static_cast<double>(scores.size());
  SeedGroups::Metric summary{.name = metric.name,
                             .mean = std::accumulate(scores.begin(), scores.end(), 0.0) / runs};
  if (scores.size() < 2) return summary;
  double sum = 0;
  for (const double score : scores) sum += (score - summary.mean) * (score - summary.mean);
  summary.deviation = std::sqrt(sum / (runs - 1));
  return summary;
}

std::string group_in_words(const SeedGroups::Group& group) {
  const auto& bleu = group.metrics.front();
  return str(group.name, " ", fixed(bleu.mean, 2),
             bleu.deviation ? " ± " + fixed(*bleu.deviation, 2) : "", " ", bleu.name, " (",
             group.systems.size(), group.systems.size() == 1 ? " run)" : " runs)");
}

/// About the two groups with the highest mean of the first metric.
std::string in_words(const SeedGroups& groups) {
  if (groups.groups.size() < 2) {
    return str("All runs are of one config: ", group_in_words(groups.groups.front()), ".");
  }
  std::vector<std::size_t> order(groups.groups.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return groups.groups[a].metrics.front().mean > groups.groups[b].metrics.front().mean;
  });
  const auto& best = groups.groups[order[0]];
  const auto& next = groups.groups[order[1]];
  const auto test = std::ranges::find_if(groups.tests, [&](const SeedGroups::Test& t) {
    return t.metric == best.metrics.front().name && t.first == std::min(order[0], order[1]) &&
           t.second == std::max(order[0], order[1]);
  });
  const auto means = group_in_words(best) + " against " + group_in_words(next);
  if (best.systems.size() < 2 || next.systems.size() < 2) {
    return means +
           ": a config with a single run cannot show whether the difference persists over seeds.";
  }
  if (!test->p_value) {
    return means +
           ": the scores do not vary with the seed, so there is no variation to test against.";
  }
  return str(means, ": the difference of ", fixed(std::abs(test->difference), 2),
             test->survives ? " persists over" : " does not persist over",
             " seeds (Welch's t-test, ", p_value_in_words(*test->p_value), ").");
}

}  // namespace

std::vector<std::vector<std::size_t>> groups_of_config(
    const std::vector<config::Experiment>& experiments) {
  std::vector<std::vector<std::size_t>> groups;
  std::vector<std::string> configs;
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    const auto config = config_without_seed(experiments[i]);
    const auto found = std::ranges::find(configs, config);
    if (found == configs.end()) {
      configs.push_back(config);
      groups.push_back({i});
    } else {
      groups[static_cast<std::size_t>(found - configs.begin())].push_back(i);
    }
  }
  return groups;
}

SeedGroups summarize_groups(const std::vector<std::string>& names,
                            const std::vector<std::vector<std::size_t>>& groups,
                            const std::vector<MetricScores>& metrics) {
  SeedGroups result;
  for (const auto& group : groups) {
    result.groups.push_back({.name = common_name(names, group), .systems = group});
    for (const auto& metric : metrics) {
      result.groups.back().metrics.push_back(summary_of(metric, group));
    }
  }
  for (std::size_t first = 0; first < groups.size(); ++first) {
    for (std::size_t second = first + 1; second < groups.size(); ++second) {
      for (const auto& metric : metrics) {
        auto test =
            test_groups(scores_of(metric, groups[first]), scores_of(metric, groups[second]));
        test.first = first;
        test.second = second;
        test.metric = metric.name;
        result.tests.push_back(std::move(test));
      }
    }
  }
  if (!result.groups.empty()) result.sentence = in_words(result);
  return result;
}

}  // namespace regard::compare
