#include "compare/run.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "base/digest.h"
#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "config/experiment.h"
#include "config/writer.h"
#include "corpus/cleaning.h"
#include "interop/load_model.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "runs/run_log.h"
#include "store/model_directory.h"
#include "store/model_file.h"
#include "trainer/run_directory.h"
#include "translate/translation_model.h"

namespace regard::compare {
namespace {

void check_languages(const Run& first, const Run& other) {
  const auto pair = [](const Run& run) {
    return str(run.experiment.data.source_language, " to ", run.experiment.data.target_language);
  };
  if (pair(first) == pair(other)) return;
  throw Error(str("translates ", pair(other), ", but ", first.directory, " ", pair(first)),
              other.directory, "compare models for the same pair of languages");
}

bool may_read_all(const config::DataOptions& data, const store::ModelDirectory& model) {
  auto texts = data.train;
  texts.insert(texts.end(), data.valid.begin(), data.valid.end());
  texts.push_back(data.test);
  return std::ranges::all_of(texts,
                             [&](const auto& text) { return store::may_read(text, model, data); });
}

/// Number of tokens read in training, on both sides.
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

/// Adds the key and value of every scalar in `node`.
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
    if (!part.empty()) parts.push_back(part.string());  // a final "/" gives an empty part
  }
  return parts;
}

/// The last `count` parts of a path, or all if there are fewer.
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
      throw Error("is a language model, which cannot translate", directories[i],
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

std::string ensemble_name(const std::vector<std::string>& models) {
  return join(models, "+", [](const std::string& model) {
    const auto path = std::filesystem::path(model).lexically_normal();
    return (path.has_filename() ? path : path.parent_path()).filename().string();
  });
}

std::vector<std::string> translated_together(const std::vector<std::string>& models,
                                             const std::vector<std::string>& sources,
                                             const std::string& device) {
  translate::TranslatorOptions options{.device = device};
  options.others.assign(models.begin() + 1, models.end());
  const translate::TranslationModel model(models.front(), options);
  const auto search = config::completed(model.experiment().search, model.experiment().data);
  log_info("regard: ", ensemble_name(models), " translates ", counted(sources.size(), "sentence"));
  std::vector<std::string> texts;
  for (auto& translation : model.translate(sources, {.search = search})) {
    texts.push_back(std::move(translation.text));
  }
  return texts;
}

TestLines read_test_files(const std::string& source, const std::string& reference) {
  auto references = metrics::read_segments(reference);
  if (references.lines.empty()) throw Error("is empty", reference);
  TestLines test{.source_file = source, .reference_file = reference};
  if (!source.empty()) {
    auto sources = metrics::read_segments(source);
    metrics::check_same_length(sources, std::span(&references, 1));
    test.sources = std::move(sources.lines);
  }
  test.references = std::move(references.lines);
  return test;
}

TestLines read_test_text(const config::ParallelText& text) {
  TestLines test{.source_file = text.tsv.empty() ? text.source : text.tsv,
                 .reference_file = text.tsv.empty() ? text.target : text.tsv};
  for (auto& pair : corpus::read_parallel_text(text)) {
    test.sources.push_back(std::move(pair.source));
    test.references.push_back(std::move(pair.target));
  }
  return test;
}

std::vector<std::string> read_translations(const std::string& file, const TestLines& test) {
  auto system = metrics::read_segments(file);
  const metrics::SegmentFile references{
      .name = test.reference_file, .lines = test.references, .odd_break = {}};
  metrics::check_same_length(system, std::span(&references, 1));
  return std::move(system.lines);
}

namespace {

/// Incremented when the same model and options give different results than before.
constexpr int kVersion = 2;
constexpr size_t kDigits = 32;  // hexadecimal digits of a hash in a file name

/// The folder if it is writable, otherwise an empty string.
std::string writable_folder(const std::string& folder) {
  if (folder.empty()) return {};
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  return !failed && ::access(folder.c_str(), W_OK) == 0 ? folder : std::string();
}

std::string hash_of_model(const std::string& directory) {
  std::string hashes;
  for (const auto& file : store::ModelDirectory::file_names()) {
    const auto path = std::filesystem::path(directory) / file;
    // Exclude the config file: `depends_on` contains the options that matter.
    const bool counts = path != store::ModelDirectory(directory).config();
    if (counts && is_there(path)) hashes += sha256_of_file(path);
  }
  return hashes;
}

}  // namespace

KeptResults::KeptResults(const Run& run, const std::string& option)
    : cache_(writable_folder(train::RunDirectory(run.directory).cache(option)), {}),
      model_(cache_.keeps() ? hash_of_model(run.directory) : std::string()) {}

void KeptResults::get(std::string_view kind, std::string_view depends_on, const Make& make,
                      const Read& read) const {
  if (!cache_.keeps()) return read(make());
  const auto hash = sha256(str(kVersion, '\n', model_, '\n', depends_on));
  const auto name = str(kind, '-', hash.substr(0, kDigits));
  if (const auto found = cache_.find(name)) {
    try {
      return read(nlohmann::json::parse(*found));
    } catch (const std::exception&) {
      cache_.warn_unusable(name, "has unexpected contents");
    }
  }
  const auto json = make();
  cache_.keep(name, json.dump());
  read(json);
}

}  // namespace regard::compare
