#include "compare/run.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "config/writer.h"
#include "interop/load_model.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "runs/run_log.h"
#include "store/model_directory.h"
#include "store/open_model.h"
#include "store/origin.h"

namespace regard::compare {
namespace {

void check_languages(const Run& first, const Run& other) {
  const auto pair = [](const Run& run) {
    return str(run.experiment.data.source_language, " to ", run.experiment.data.target_language);
  };
  if (pair(first) == pair(other)) return;
  throw Error(str("translates ", pair(other), ", but ", first.directory, " ", pair(first)),
              other.directory, "compare models of one pair of languages");
}

bool may_read_all(const config::DataOptions& data, const store::ModelDirectory& model) {
  auto texts = data.train;
  texts.insert(texts.end(), {data.valid, data.test});
  return std::ranges::all_of(texts,
                             [&](const auto& text) { return store::may_read(text, model, data); });
}

/// Tokens that the training read, of both sides.
double tokens_of(const std::map<std::string, train::Curve>& curves) {
  const auto rate = curves.find("train/tokens_per_second");
  const auto time = curves.find("train/seconds_per_step");
  if (rate == curves.end() || time == curves.end()) return 0;
  if (rate->second.steps != time->second.steps) return 0;
  double tokens = 0, step = 0;
  for (size_t i = 0; i < rate->second.steps.size(); ++i) {
    const double steps = rate->second.steps[i] - step;
    tokens += steps * rate->second.values[i] * time->second.values[i];
    step = rate->second.steps[i];
  }
  return tokens;
}

using Option = std::pair<std::string, std::string>;

/// "key" and "value" of every scalar.
void flatten(const config::Node& node, const std::string& key, std::vector<Option>& options) {
  for (const auto& entry : node.entries) {
    const auto name = key.empty() ? entry.key : key + "." + entry.key;
    if (entry.value.is_scalar()) options.emplace_back(name, entry.value.text);
    if (entry.value.is_map()) flatten(entry.value, name, options);
  }
}

std::vector<Option> options_of(const Run& run) {
  std::vector<Option> options;
  flatten(run.experiment.model, "", options);
  return options;
}

std::vector<std::string> parts_of(const std::string& directory) {
  std::vector<std::string> parts;
  for (const auto& part : std::filesystem::absolute(directory).lexically_normal()) {
    if (!part.empty()) parts.push_back(part.string());  // after a final "/" is an empty part
  }
  return parts;
}

/// The last `count` of them, or all.
std::string last_parts(const std::vector<std::string>& parts, size_t count) {
  std::string name;
  for (size_t i = parts.size() - std::min(count, parts.size()); i < parts.size(); ++i) {
    name += (name.empty() || name == "/" ? "" : "/") + parts[i];
  }
  return name;
}

}  // namespace

std::vector<Run> open_runs(const std::vector<std::string>& directories, bool trust) {
  const auto names = unique_names(directories);
  std::vector<Run> runs;
  for (size_t i = 0; i < directories.size(); ++i) {
    if (store::task_of_model(directories[i]) != config::Task::translation) {
      throw Error("holds a language model, which translates nothing", directories[i],
                  "compare translation models");
    }
    if (std::ranges::count(names, names[i]) > 1) {
      throw Error("is given twice", directories[i], "name each run once");
    }
    const store::ModelDirectory model(directories[i]);
    auto experiment = config::load_experiment(model.config_to_read(), {}, config::Use::translation);
    const bool reads_texts = trust || may_read_all(experiment.data, model);
    runs.push_back({.name = names[i],
                    .directory = directories[i],
                    .experiment = std::move(experiment),
                    .reads_texts = reads_texts});
    check_languages(runs.front(), runs.back());
  }
  return runs;
}

ModelFacts facts_of_training(const Run& run) {
  auto log = train::read_run_log(run.directory);
  const auto* type = run.experiment.model.find("type");
  return {.directory = run.directory,
          .architecture = type == nullptr ? "" : type->text,
          .seed = run.experiment.training.seed,
          .steps = log.summary.step,
          .minutes = log.summary.minutes,
          .joules = log.summary.joules,
          .tokens = tokens_of(log.curves),
          .valid_loss = log.summary.loss,
          .valid_bleu = train::score_of(log.summary.scores, "bleu"),
          .curves = std::move(log.curves),
          .ended = log.summary.ended,
          .search = str("beam size ", run.experiment.search.beam_size, ", length penalty ",
                        run.experiment.search.length_penalty)};
}

std::vector<std::vector<std::string>> differing_options(const std::vector<Run>& runs) {
  std::vector<std::vector<Option>> all;
  for (const auto& run : runs) all.push_back(options_of(run));
  std::vector<std::vector<std::string>> differing(runs.size());
  for (size_t run = 0; run < runs.size(); ++run) {
    for (const auto& option : all[run]) {
      const bool is_common =
          runs.size() > 1 && std::ranges::all_of(all, [&](const std::vector<Option>& options) {
            return std::ranges::find(options, option) != options.end();
          });
      if (!is_common) differing[run].push_back(option.first + ": " + option.second);
    }
  }
  return differing;
}

std::vector<std::string> unique_names(const std::vector<std::string>& directories) {
  size_t longest = 1;
  for (const auto& directory : directories) {
    longest = std::max(longest, parts_of(directory).size());
  }
  std::vector<std::string> names;
  for (size_t count = 1; count <= longest; ++count) {
    names.clear();
    for (const auto& directory : directories) {
      names.push_back(last_parts(parts_of(directory), count));
    }
    if (std::set(names.begin(), names.end()).size() == names.size()) break;
  }
  return names;
}

}  // namespace regard::compare
