#pragma once
#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "compare/calibration.h"
#include "compare/compare.h"
#include "compare/comparison.h"
#include "compare/sentence.h"
#include "compare/system.h"
#include "compare/word_accuracy.h"
#include "config/data_options.h"
#include "config/experiment.h"
#include "corpus/training_examples.h"
#include "metrics/segment_file.h"
#include "regard/translate/translation.h"

namespace regard::compare {

/// A run directory to compare.
struct Run {
  std::string name;
  std::string directory;
  config::Experiment experiment;
  bool reads_texts = true;  ///< whether the data files named in its config may be opened
};

/// Opens the runs in the given order, with short names. The data files of a foreign run are read
/// only if `trust` is set (store/model_directory.h). Throws Error if a directory does not hold a
/// translation model, if two are the same, or if the languages differ from those of the first.
std::vector<Run> open_runs(const std::vector<std::string>& directories, bool trust);

/// Facts from a run's config and log, without its weights.
ModelFacts facts_of_training(const Run& run);

/// For each run, the options in its model section that differ between runs. For a single run, all
/// of them.
std::vector<std::vector<std::string>> differing_options(const std::vector<Run>& runs);

/// The shortest distinct names of run directories: "runs/a/rnn" and "runs/a/tf" become rnn and tf;
/// "rnn/1" and "tf/1" keep both parts.
std::vector<std::string> unique_names(const std::vector<std::string>& directories);

/// The test set that all systems translate.
struct TestLines {
  std::string source_file = {};           ///< empty if there is none
  std::string reference_file = {};        ///< same as source_file if one file contains both
  std::vector<std::string> sources = {};  ///< empty, or as many as references
  std::vector<std::string> references = {};
};

/// Reads two files; `source` may be empty. Throws Error if their numbers of lines differ or are 0.
TestLines read_test_files(const std::string& source, const std::string& reference);
/// Reads the test set of a config.
TestLines read_test_text(const config::ParallelText& text);
/// Reads a file of translations. Throws Error unless it has one line per reference.
std::vector<std::string> read_translations(const std::string& file, const TestLines& test);

/// One model's results on the test set.
struct RunAnalysis {
  ModelFacts facts = {};  ///< without model options and decoding speed
  std::vector<translate::Translation> translations = {};  ///< the n-best list of every line
  /// Attention for the lines that sample_of(lines, details) selects, in that order.
  std::vector<WordAttention> attention = {};
  Calibration calibration = {};
  SearchErrors search_errors = {};
  BeamCurve beam_curve = {};
};

/// At most `most` indices below `total`, evenly spaced; all of them if `total` is not larger.
std::vector<std::size_t> sample_of(std::size_t total, std::size_t most);

/// Analyzes the run: loads its model, and releases it again.
RunAnalysis analyse_run(const Run& run, const TestLines& test, const CompareOptions& options);

/// The folder names joined: "rnn+transformer".
std::string ensemble_name(const std::vector<std::string>& models);

/// Translations by the ensemble of the models, one line per source line. Throws Error if they
/// cannot form an ensemble.
std::vector<std::string> translated_together(const std::vector<std::string>& models,
                                             const std::vector<std::string>& sources,
                                             const std::string& device);

/// A model's results, cached in a folder under a hash of everything that they depend on: the
/// model's files and the key given to `get`. Damaged results (corpus/training_examples.h), and
/// results that another program put there, are computed again.
class KeptResults {
 public:
  /// `option`: auto (.regard-cache next to the run), none, or a folder. Nothing is cached if the
  /// folder is not writable.
  KeptResults(const Run& run, const std::string& option);

  using Make = std::function<nlohmann::json()>;
  /// May throw any exception if it cannot use the result.
  using Read = std::function<void(const nlohmann::json&)>;

  /// Passes the cached result to `read`. If there is none that `read` can use, passes it the result
  /// of `make`.
  void get(std::string_view kind, std::string_view depends_on, const Make& make,
           const Read& read) const;

 private:
  corpus::Cache cache_;
  std::string model_;  // hash of the model's files
};

/// Adds the results that follow from the translations: text, metrics, breakdowns, n-grams, traits
/// and sentences. With `training`, also adds those that depend on word frequencies; otherwise, adds
/// a note that they are omitted.
void add_quality(Comparison& comparison, const TestLines& test,
                 const std::vector<std::vector<std::string>>& hypotheses,
                 const TrainingWords* training, std::size_t resamples);

}  // namespace regard::compare
