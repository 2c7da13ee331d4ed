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
  bool reads_texts = true;  ///< whether those that its config names may be opened
};

/// In the given order, with short names. Texts of a run that comes from elsewhere are read only if
/// it is trusted (store/model_directory.h). Throws Error if one holds no translation model, if two
/// are the same, or if languages differ from the first one's.
std::vector<Run> open_runs(const std::vector<std::string>& directories, bool trust);

/// Facts from a run's config and log, without its weights.
ModelFacts facts_of_training(const Run& run);

/// For each run, the options of its model section whose values differ between runs; for a single
/// run, all of them.
std::vector<std::vector<std::string>> differing_options(const std::vector<Run>& runs);

/// The shortest distinct names of run directories: "runs/a/rnn" and "runs/a/tf" become rnn and tf;
/// "rnn/1" and "tf/1" keep both parts.
std::vector<std::string> unique_names(const std::vector<std::string>& directories);

/// The text that all systems translate.
struct TestLines {
  std::string source_file = {};           ///< empty if there is none
  std::string reference_file = {};        ///< the source's if one holds both
  std::vector<std::string> sources = {};  ///< none, or as many as references
  std::vector<std::string> references = {};
};

/// Two files; `source` may be empty. Throws Error if their numbers of lines differ or are 0.
TestLines read_test_files(const std::string& source, const std::string& reference);
/// The test text of a config.
TestLines read_test_text(const config::ParallelText& text);
/// A file of translations. Throws Error unless it has a line per reference.
std::vector<std::string> read_translations(const std::string& file, const TestLines& test);

/// One model's results on the test text.
struct RunAnalysis {
  ModelFacts facts = {};  ///< without the model's options and its decoding
  std::vector<translate::Translation> translations = {};  ///< for every line, n best
  /// For the lines that sample_of(lines, details) selects, by their index there.
  std::vector<WordAttention> attention = {};
  Calibration calibration = {};
  SearchErrors search_errors = {};
  BeamCurve beam_curve = {};
};

/// At most `most` of the numbers below `total`, evenly spread; all if there are no more.
std::vector<std::size_t> sample_of(std::size_t total, std::size_t most);

/// Loads the model and releases it again.
RunAnalysis analyse_run(const Run& run, const TestLines& test, const CompareOptions& options);

/// "rnn+transformer", of the folders' names.
std::string ensemble_name(const std::vector<std::string>& models);

/// Translations by the models together, one line per source line. Throws Error if they cannot form
/// an ensemble.
std::vector<std::string> translated_together(const std::vector<std::string>& models,
                                             const std::vector<std::string>& sources,
                                             const std::string& device);

/// A model's results, kept in a folder under a hash of everything they depend on: the model's files
/// and the key given to `get`. Damaged results are computed again (corpus/training_examples.h), and
/// so are those that another program has put there.
class KeptResults {
 public:
  /// `option`: auto (.regard-cache next to the run), none, or a folder. Nothing is kept in a folder
  /// that is not writable.
  KeptResults(const Run& run, const std::string& option);

  using Make = std::function<nlohmann::json()>;
  /// Throws an exception of any kind if it cannot use the result.
  using Read = std::function<void(const nlohmann::json&)>;

  /// Hands the kept result to `read`, or what `make` returns if there is none that it can use.
  void get(std::string_view kind, std::string_view depends_on, const Make& make,
           const Read& read) const;

 private:
  corpus::Cache cache_;
  std::string model_;  // hash of its files
};

/// Adds to a comparison what follows from the translations: text, metrics, breakdowns, n-grams,
/// traits and sentences; with `training` also what depends on word frequencies, otherwise a note
/// that it is omitted.
void add_quality(Comparison& comparison, const TestLines& test,
                 const std::vector<std::vector<std::string>>& hypotheses,
                 const TrainingWords* training, std::size_t resamples);

}  // namespace regard::compare
