#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/process.h"
#include "base/stopwatch.h"
#include "config/data_options.h"
#include "config/experiment.h"
#include "config/writer.h"
#include "trainer/run_directory.h"
#include "trainer/task.h"

namespace regard::train {

/// The good pairs of the user's own files.
struct CleanedPairs {
  using Rows = std::vector<std::pair<int64_t, std::string>>;

  std::string name;  ///< names of the files, for messages
  /// Files with the good pairs, one file per weight; they may be removed.
  std::vector<config::ParallelText> texts;
  int64_t pairs = 0;                                       ///< pairs read, rejected ones included
  Rows dropped = {}, mended = {};                          ///< number of pairs for each reason
  std::string source_language = {}, target_language = {};  ///< empty: unknown
  std::string warning = {};                                ///< shown during cleaning
};

/// Writes the good pairs into a folder, which is created if needed, and the others into its
/// rejected.tsv.
using CleanInto = std::function<CleanedPairs(const std::string& folder)>;

/// A training run on the user's own pairs, without a config.
struct OwnPairs {
  CleanInto clean;
  /// A hash of everything that cleaning depends on, so that later runs can reuse its result. Empty
  /// if they cannot, because a file can be read only once.
  std::string key = {};
  std::string model = {};  ///< an architecture (transformer, rnn_attention); empty: transformer
  std::string from = {};   ///< a run whose model to train further; empty: a new model
  /// Assignments to keys of the config ("training.seed=2"), which are checked.
  std::vector<std::string> overrides = {};
  Stopwatch since_command = {};  ///< the time limit counts from its start
};

/// Cleans the pairs, divides them (corpus/hold_out.h) and writes a config. The model and schedule
/// suit the number of pairs and the speed of the machine in the time limit (trainer/model_sizes.h),
/// or the config continues training the model of a run. Reports what happened to every line.
/// Everything goes into the folder data of the run directory, with rejected lines in rejected.tsv.
/// Returns the config's path. With `resume`, returns the existing config. Throws Error if no run
/// may begin (run_directory.h), before anything is written.
std::string prepare_own_pairs(const OwnPairs& pairs, const std::string& directory, bool resume,
                              bool overwrite);

/// The share of a full training run (`steps` updates of `batch_tokens`) that fits into `seconds`,
/// estimated from the time of some steps. At most 1. Reads batches of the task and leaves
/// gradients.
double share_of_recipe(Task& task, const config::TrainingOptions& training, double seconds,
                       int64_t processes);

/// The experiment for a run that gets only the share `share` of the tokens that its options are
/// made for. Smaller batches keep the number of steps high, with a smaller learning rate, and
/// Adam's second moment looks back over as many tokens as before. The run averages over fewer steps
/// (continuously, even if the experiment averages checkpoints), regularizes less (dropout,
/// sampling), and validates less often. docs/recipes.md shows the gain.
config::Experiment scaled(config::Experiment experiment, double share);

/// If `experiment` asks for scaling and `begun`, the config of its run, is scaled, copies from
/// `begun` the options that scaled() changes. Returns whether it did.
bool take_scaled(config::Experiment& experiment, const config::Experiment& begun);

/// The experiment with every value of the model section written out.
config::Experiment completed(config::Experiment experiment);

/// The options in which the run in `directory` differs from an experiment. Numbers that the run
/// found for `auto` count as equal to it.
std::vector<config::Difference> changes(config::Experiment experiment,
                                        const RunDirectory& directory);

/// Throws Error unless the run in `directory` belongs to `experiment`.
void check_same_experiment(const config::Experiment& experiment, const RunDirectory& directory);

struct RunOptions {
  std::string directory;
  bool resume = false;     ///< continue the run in the directory; start one if there is none
  bool overwrite = false;  ///< remove the run in the directory
  /// Resume even if the texts have changed since the run started.
  bool changed_texts = false;
  Stopwatch since_command = {};  ///< for training.minutes_with_preparation
};

/// All of `regard train`, for a translation or a language model: reads and cleans the texts, trains
/// or reuses tokenizers, trains the model, and evaluates it on the test set. Leaves a run
/// directory; writes nothing before all texts are read and checked. Returns the signal that stopped
/// the run, if any; the run's state is then saved.
std::optional<int> train(config::Experiment experiment, RunOptions options,
                         const InterruptGuard& interrupt);

/// Whether the run in `directory` belongs to this experiment, regardless of threads and device, and
/// is complete.
bool is_done(const config::Experiment& experiment, const std::string& directory);

}  // namespace regard::train
