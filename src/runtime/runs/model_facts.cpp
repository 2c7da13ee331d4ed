#include "runs/model_facts.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/packed_folder.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "base/version.h"
#include "config/experiment.h"
#include "metrics/metric_table.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "runs/run_log.h"
#include "store/model_directory.h"
#include "store/model_file.h"

namespace regard::report {
namespace {

/// A run's scores as "BLEU 57.3, chrF2 71.2".
std::string scores_in_words(const std::map<std::string, double>& scores,
                            std::optional<double> loss) {
  std::string words = loss ? str("loss ", fixed(*loss, 4)) : "";
  for (const auto* row : metrics::metrics_that(&metrics::MetricUses::validates)) {
    const auto score = train::score_of(scores, std::string(row->name));
    if (score) words += str(words.empty() ? "" : ", ", row->title, ' ', fixed(*score, 2));
  }
  return words;
}

class FactLines {
 public:
  explicit FactLines(ModelFacts& facts) : lines_(facts.lines), has_int8_(facts.has_int8) {}

  /// Adds a line unless the value is empty.
  void add(const std::string& name, const std::string& value) {
    if (!value.empty()) lines_.emplace_back(name, value);
  }

  void add_training(const train::RunSummary& summary, bool is_running) {
    add("trained", str(counted(summary.step, "step"), " in ", format_duration(60 * summary.minutes),
                       summary.diverged ? str("; diverged at step ", *summary.diverged) : "",
                       summary.ended ? ""
                       : is_running  ? "; still training"
                                     : "; stopped before the end"));
    add_scores("validation", scores_in_words(summary.scores, summary.loss));
    add_scores("test", scores_in_words(summary.test_scores, summary.test_loss));
  }

 private:
  void add_scores(const std::string& name, const std::string& scores) {
    if (!scores.empty())
      add(name, scores + (has_int8_ ? " (as trained, before 8-bit weights)" : ""));
  }

  std::vector<std::pair<std::string, std::string>>& lines_;
  bool has_int8_;
};

/// The validation score stored with the weights (store::ModelMetadata::score), in words.
std::string weights_in_words(const store::ModelMetadata& metadata) {
  if (metadata.score == "imported") return "imported from another program";
  const auto step = str("of step ", metadata.step);
  if (metadata.score == "not validated") return step + ", not validated";
  if (metadata.score.starts_with("averaged")) return str(metadata.score, ", the last ", step);
  return metadata.score.empty() ? "" : str(step, ", chosen by ", metadata.score);
}

std::string files_in_words(const config::ParallelText& text) {
  if (!text.tsv.empty()) return text.tsv;
  if (!text.text.empty()) return text.text;
  return text.source.empty() ? "" : str(text.source, ", ", text.target);
}

}  // namespace

std::string texts_in_words(const config::DataOptions& data) {
  std::string files;
  for (const auto& text : data.train) {
    const auto& file = !text.tsv.empty() ? text.tsv : !text.text.empty() ? text.text : text.source;
    files += (files.empty() ? "" : ", ") + file;
  }
  return files;
}

ModelFacts facts_of_model(const std::string& directory, const std::string& weights) {
  const store::ModelDirectory files(directory);
  files.check_holds_model();
  const auto weights_file = weights.empty() ? files.weights() : weights;
  const auto experiment =
      config::load_experiment(files.config_to_read(), {}, config::Use::translation);
  const auto metadata = store::read_model_metadata(weights_file);
  const auto tokenizers = files.load_tokenizers(experiment.data.preprocess);
  ModelFacts facts{.architecture = metadata.architecture,
                   .translates = experiment.task == config::Task::translation,
                   .is_run = is_there(directory + "/log.jsonl"),
                   .is_unfinished = false,
                   .has_int8 = metadata.int8,
                   .source_language = experiment.data.source_language,
                   .target_language = experiment.data.target_language,
                   .bytes = size_of_regular_file(weights_file),
                   .test_text = {},
                   .test_scores = {},
                   .lines = {}};
  FactLines lines(facts);
  lines.add("architecture", facts.architecture);
  if (facts.translates) {
    lines.add("languages", str(facts.source_language, " to ", facts.target_language));
  }
  lines.add("vocabulary",
            tokenizers.joint()
                ? str(metadata.target_vocab, " subwords for both languages")
                : str(metadata.source_vocab, " and ", metadata.target_vocab, " subwords"));
  lines.add("size", str(fixed(static_cast<double>(facts.bytes) / 1e6, 1), " MB",
                        facts.has_int8 ? " of 8-bit weights" : ""));
  if (facts.is_run) {
    const auto summary = train::read_run_log(directory).summary;
    const bool is_running = train::is_training(directory);
    lines.add_training(summary, is_running);
    facts.is_unfinished = !summary.ended && !summary.diverged && !is_running &&
                          is_there(directory + "/last/state.safetensors");
    if (!facts.has_int8) {
      facts.test_text = files_in_words(experiment.data.test);
      facts.test_scores = summary.test_scores;
    }
  }
  lines.add("weights", weights_in_words(metadata));
  if (is_there(store::ModelDirectory(directory).confidence()))
    lines.add("confidence", "calibrated");
  lines.add("trained on", texts_in_words(experiment.data));
  return facts;
}

namespace {

namespace fs = std::filesystem;

constexpr uint64_t kWorthQuantizing = 1'000'000;  // bytes of weights

/// Whether the test set of a model's config exists and may be read.
bool has_test_text(const std::string& model) {
  const store::ModelDirectory directory(model);
  const auto data =
      config::load_experiment(directory.config_to_read(), {}, config::Use::translation).data;
  if (data.test.empty() || !store::may_read(data.test, directory, data)) return false;
  const auto text = store::located(data.test, directory, data);
  const auto is_ready = [](const std::string* file) { return file->empty() || is_there(*file); };
  return std::ranges::all_of(std::array{&text.source, &text.target, &text.tsv, &text.text},
                             is_ready);
}

/// Whether the run's config is valid for training.
bool can_be_trained(const std::string& run) try {
  config::load_experiment(store::ModelDirectory(run).config_to_read());
  return true;
} catch (const Error&) {
  return false;
}

/// The model's path with a suffix added: "runs/a/" and "-int8" give "runs/a-int8", "a.regard" gives
/// "a-int8.regard".
std::string with_ending(const std::string& model, const std::string& ending) {
  auto path = fs::path(model).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  if (!is_packed_folder(path)) return path.string() + ending;
  const auto extension = path.extension().string();
  return path.replace_extension().string() + ending + extension;
}

}  // namespace

std::string command_to_resume(const std::string& run) {
  return str("regard train ", shell_word(store::ModelDirectory(run).config()), " --output ",
             shell_word(run), " --resume");
}

std::vector<std::string> advice_for(const std::string& model, const ModelFacts& facts) {
  const auto name = shell_word(model);
  std::vector<std::string> commands = {facts.translates
                                           ? str("regard translate ", name, " \"Hello.\"")
                                           : str("regard generate ", name, " --prefix \"The \"")};
  if (has_test_text(model)) commands.push_back("regard eval " + name);
  const auto smaller = with_ending(model, "-int8");
  if (facts.translates && !facts.has_int8 && facts.bytes >= kWorthQuantizing &&
      !fs::exists(smaller)) {
    commands.push_back(is_packed_folder(model)
                           ? str("regard pack ", name, " --type int8 -o ", shell_word(smaller))
                           : str("regard quantize ", name, " -o ", shell_word(smaller)));
  }
  if (facts.is_run) commands.push_back("regard log " + name);
  if (facts.is_unfinished && can_be_trained(model)) {
    commands.push_back(command_to_resume(model));
  }
  return commands;
}

namespace {

/// A double-quoted YAML string, which can hold any text.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + '"';
}

/// A table cell.
std::string cell(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  for (size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
    text.insert(at, 1, '\\');
  }
  return text;
}

/// The test scores in the format that the Hugging Face Hub reads.
std::string index_of_scores(const ModelFacts& facts, const std::string& name) {
  std::string scores;
  for (const auto* row : metrics::metrics_that(&metrics::MetricUses::validates)) {
    const auto found = facts.test_scores.find(std::string(row->name));
    if (found == facts.test_scores.end()) continue;
    scores += str("    - type: ", row->name, "\n      name: ", row->title,
                  "\n      value: ", fixed(found->second, 2), '\n');
  }
  if (scores.empty()) return "";
  return str("model-index:\n- name: ", quoted(name),
             "\n  results:\n  - task:\n      type: translation\n      name: Translation ",
             facts.source_language, "-", facts.target_language,
             "\n    dataset:\n      type: text\n      name: ", quoted(facts.test_text),
             "\n    metrics:\n", scores);
}

std::string for_machines(const ModelFacts& facts, const CardOptions& options, const CardUse& use) {
  std::string text = "---\n";
  if (facts.translates) {
    text += str("language:\n- ", facts.source_language, "\n- ", facts.target_language, '\n');
  }
  if (!options.license.empty()) text += str("license: ", quoted(options.license), '\n');
  text += str("library_name: ", use.library, '\n');
  if (facts.translates) text += "pipeline_tag: translation\n";
  text += str("tags:\n- ", facts.architecture, "\n- regard\n");
  if (facts.translates) text += index_of_scores(facts, use.name);
  return text + "---\n";
}

}  // namespace

std::string model_card(const ModelFacts& facts, const CardOptions& options, const CardUse& use) {
  std::string text = for_machines(facts, options, use);
  text += facts.translates
              ? str("\n# Translation from ", facts.source_language, " to ", facts.target_language)
              : std::string("\n# Language model");
  text += str(" (", facts.architecture, ")\n\n");
  if (!options.description.empty()) text += options.description + "\n\n";
  text += "| | |\n|---|---|\n";
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) text += str("| ", name, " | ", cell(value), " |\n");
  };
  for (const auto& [name, value] : facts.lines) add(name, value);
  add("author", options.author);
  add("license", options.license);
  add("written by", str("regard ", kVersion));
  return text + str("\n```\n", use.use, "\n```\n");
}

std::string card_sections(const std::string& model) {
  const auto card = model + '/' + kCardName;
  if (!is_there(card)) return "";
  constexpr uint64_t kMostBytes = 1 << 20;
  const auto text = read_file(card, kMostBytes);
  const auto begin = text.find("\n## ");
  return begin == std::string::npos ? "" : text.substr(begin + 1);
}

}  // namespace regard::report
