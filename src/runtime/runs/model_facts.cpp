#include "runs/model_facts.h"

#include <map>
#include <optional>

#include "base/counted.h"
#include "base/decimals.h"
#include "base/progress_bar.h"
#include "base/regular_file.h"
#include "config/experiment.h"
#include "metrics/metric_table.h"
#include "regard/base/str.h"
#include "runs/run_lock.h"
#include "runs/run_log.h"
#include "store/model_directory.h"
#include "store/model_file.h"

namespace regard::report {
namespace {

/// "BLEU 57.3, chrF2 71.2", of a run's scores.
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

  /// Nothing where the value is empty.
  void add(const std::string& name, const std::string& value) {
    if (!value.empty()) lines_.emplace_back(name, value);
  }

  void add_training(const train::RunSummary& summary, bool is_running) {
    add("trained", str(counted(summary.step, "step"), " in ", format_duration(60 * summary.minutes),
                       summary.diverged ? str("; diverged at step ", *summary.diverged) : "",
                       summary.ended ? ""
                       : is_running  ? "; still training"
                                     : "; not to the end"));
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

/// The score stored with the weights (store::ModelMetadata::score), in words.
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
                ? str(metadata.target_vocab, " pieces for both languages")
                : str(metadata.source_vocab, " and ", metadata.target_vocab, " pieces"));
  lines.add("size", str(fixed(static_cast<double>(facts.bytes) / 1e6, 1), " MB",
                        facts.has_int8 ? ", 8-bit weights" : ""));
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
  lines.add("trained on", texts_in_words(experiment.data));
  return facts;
}

}  // namespace regard::report
