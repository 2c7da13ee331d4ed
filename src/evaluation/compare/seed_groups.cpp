#include "compare/seed_groups.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "compare/numbers.h"
#include "config/writer.h"
#include "regard/base/str.h"

namespace regard::compare {
namespace {

/// Maximum number of permutations to try.
constexpr double kMostPermutations = 200000;

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The unbiased variance (n - 1).
double variance(const std::vector<double>& values) {
  const double middle = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - middle) * (value - middle);
  return sum / static_cast<double>(values.size() - 1);
}

/// The continued fraction of the incomplete beta function (Abramowitz and Stegun, 1964, 26.5.8),
/// evaluated by Lentz's method.
double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300, kEnough = 1e-15;
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (std::abs(d) < kTiny ? kTiny : d);
  double fraction = d;
  for (int m = 1; m < 10000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double change = 1;
    for (const double term : {even, odd}) {
      d = 1 + term * d;
      c = 1 + term / c;
      d = 1 / (std::abs(d) < kTiny ? kTiny : d);
      c = std::abs(c) < kTiny ? kTiny : c;
      change = c * d;
      fraction *= change;
    }
    if (std::abs(change - 1) < kEnough) break;
  }
  return fraction;
}

/// I_x(a, b), the regularized incomplete beta function.
double regularized_beta(double a, double b, double x) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0.0 : 1.0;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  // The fraction converges quickly only on this side.
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double binomial(size_t n, size_t k) {
  return std::exp(std::lgamma(static_cast<double>(n + 1)) -
                  std::lgamma(static_cast<double>(k + 1)) -
                  std::lgamma(static_cast<double>(n - k + 1)));
}

/// Exact permutation test: the share of all splits into two groups of these sizes whose means
/// differ at least as much.
std::optional<double> permutation_test(const std::vector<double>& first,
                                       const std::vector<double>& second) {
  const size_t all = first.size() + second.size();
  if (binomial(all, first.size()) > kMostPermutations) return std::nullopt;
  auto values = first;
  values.insert(values.end(), second.begin(), second.end());
  const double observed = std::abs(mean(first) - mean(second));
  const double rounding = 1e-9 * std::max(1.0, std::abs(mean(values)));
  std::vector<bool> in_first(all, false);
  std::fill_n(in_first.begin(), first.size(), true);
  size_t ways = 0, extreme = 0;
  do {
    double sums[2] = {0, 0};
    for (size_t i = 0; i < all; ++i) sums[in_first[i] ? 0 : 1] += values[i];
    const double difference = std::abs(sums[0] / static_cast<double>(first.size()) -
                                       sums[1] / static_cast<double>(second.size()));
    ++ways;
    extreme += difference >= observed - rounding ? 1 : 0;
  } while (std::prev_permutation(in_first.begin(), in_first.end()));
  return static_cast<double>(extreme) / static_cast<double>(ways);
}

std::string config_without_seed(config::Experiment experiment) {
  experiment.training.seed = 0;
  experiment.training.threads = 0;
  experiment.data.cache = "";
  return config::to_yaml(experiment);
}

/// The common prefix of the names, without "seed" and separators: "rnn" for "rnn-seed1" and
/// "rnn-seed2".
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
  SeedGroups::Metric summary{.name = metric.name, .mean = mean(scores)};
  if (scores.size() > 1) summary.deviation = std::sqrt(variance(scores));
  return summary;
}

std::string group_in_words(const SeedGroups::Group& group) {
  const auto& bleu = group.metrics.front();
  return str(group.name, " ", decimal(bleu.mean, 2),
             bleu.deviation ? " ± " + decimal(*bleu.deviation, 2) : "", " ", bleu.name, " (",
             group.systems.size(), group.systems.size() == 1 ? " run)" : " runs)");
}

std::string in_words(const SeedGroups& groups) {
  const auto leading = leading_groups(groups);
  if (!leading) {
    return str("All runs have the same config: ", group_in_words(groups.groups.front()), ".");
  }
  const auto& [best, next, test] = *leading;
  const auto means = group_in_words(best) + " against " + group_in_words(next);
  if (best.systems.size() < 2 || next.systems.size() < 2) {
    return means +
           ": a config with a single run cannot show whether the difference persists over seeds.";
  }
  if (!test.p_value) {
    return means +
           ": the scores do not vary with the seed, so there is no variation to test against.";
  }
  return str(means, ": the difference of ", decimal(std::abs(test.difference), 2),
             test.survives ? " persists over" : " does not persist over",
             " seeds (Welch's t-test, ", p_value_in_words(*test.p_value), ").");
}

}  // namespace

std::optional<LeadingGroups> leading_groups(const SeedGroups& seeds) {
  const auto& groups = seeds.groups;
  if (groups.size() < 2 || seeds.tests.empty()) return std::nullopt;
  std::vector<std::size_t> order(groups.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return groups[a].metrics.front().mean > groups[b].metrics.front().mean;
  });
  const auto& best = groups[order[0]];
  const auto test = std::ranges::find_if(seeds.tests, [&](const SeedGroups::Test& t) {
    return t.metric == best.metrics.front().name && t.first == std::min(order[0], order[1]) &&
           t.second == std::max(order[0], order[1]);
  });
  return LeadingGroups{best, groups[order[1]], *test};
}

double student_p_value(double t, double degrees_of_freedom) {
  return regularized_beta(degrees_of_freedom / 2, 0.5,
                          degrees_of_freedom / (degrees_of_freedom + t * t));
}

SeedGroups::Test test_groups(const std::vector<double>& first, const std::vector<double>& second) {
  SeedGroups::Test test{.difference = mean(second) - mean(first)};
  if (first.size() < 2 || second.size() < 2) return test;
  test.permutation_p_value = permutation_test(first, second);
  const double of_first = variance(first) / static_cast<double>(first.size());
  const double of_second = variance(second) / static_cast<double>(second.size());
  const double of_mean = of_first + of_second;
  if (of_mean == 0) return test;  // seeds change nothing, so there is no variance to test against
  test.t = test.difference / std::sqrt(of_mean);
  test.degrees_of_freedom = of_mean * of_mean /
                            (of_first * of_first / static_cast<double>(first.size() - 1) +
                             of_second * of_second / static_cast<double>(second.size() - 1));
  test.p_value = student_p_value(*test.t, *test.degrees_of_freedom);
  test.survives = *test.p_value < kSignificant;
  return test;
}

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
