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

  std::string name;  ///< the files, for messages
  /// The good pairs, in files that may be removed; with one weight for the pairs of each.
  std::vector<config::ParallelText> texts;
  int64_t pairs = 0;                                       ///< read, the others included
  Rows dropped = {}, mended = {};                          ///< how many, and why
  std::string source_language = {}, target_language = {};  ///< empty: cannot be told
  std::string warning = {};                                ///< said when they were cleaned
};

/// Writes the good pairs into a folder, which need not exist, and the others into its rejected.tsv.
using CleanInto = std::function<CleanedPairs(const std::string& folder)>;

/// A training run on the user's own pairs, without a config.
struct OwnPairs {
  CleanInto clean;
  /// A hash of what the cleaning depends on: later runs take what this one makes. Empty: they
  /// cannot, because a file can be read only once.
  std::string key = {};
  std::string model = {};  ///< an architecture (transformer, rnn_attention); empty: transformer
  std::string from = {};   ///< a run whose model to train further; empty: a new model
  /// Assignments to keys of the config ("training.seed=2"), which are checked.
  std::vector<std::string> overrides = {};
  Stopwatch since_command = {};  ///< the minutes are counted from its start
};

/// Takes the good pairs, divides them (corpus/hold_out.h) and writes a config whose model and
/// schedule suit their number and what the machine computes in the minutes (trainer/model_sizes.h),
/// or which trains the model of a run further. Reports
/// what became of every line. All of it goes into the folder data of the run directory, with the
/// lines left out in rejected.tsv. Returns the config's path. With `resume` the config that is
/// there is returned. Throws Error where no run may begin (run_directory.h), before anything is
/// written.
std::string prepare_own_pairs(const OwnPairs& pairs, const std::string& directory, bool resume,
                              bool overwrite);

/// The share of a whole training, `steps` updates of `batch_tokens`, that `seconds` allow: by the
/// time that some of its steps take. At most 1. Reads batches of the task and leaves gradients.
double share_of_recipe(Task& task, const config::TrainingOptions& training, double seconds,
                       int64_t processes);

/// The experiment for a training that gets only that share of the tokens its options are made for.
/// It has smaller batches, so that it still takes many steps, with a smaller learning rate, and
/// Adam's second moment looks back over as many tokens as before; it forgets faster what it
/// averages (continuously, even if the experiment averages validations), needs less against
/// overfitting (dropout, sampling), and validates less often. docs/recipes.md shows what that
/// gains.
config::Experiment scaled(config::Experiment experiment, double share);

/// If `experiment` asks for a scale and `begun`, as a run of it has it, is scaled: gives it those
/// options of `begun` that scaled() changes. Says whether it did.
bool take_scaled(config::Experiment& experiment, const config::Experiment& begun);

/// The experiment with every value of the model section written out.
config::Experiment completed(config::Experiment experiment);

/// The options in which the run in `directory` differs from an experiment. Numbers that the run has
/// found for `auto` equal it.
std::vector<config::Difference> changes(config::Experiment experiment,
                                        const RunDirectory& directory);

/// Throws Error if the run in `directory` is not the experiment to resume.
void check_same_experiment(const config::Experiment& experiment, const RunDirectory& directory);

struct RunOptions {
  std::string directory;
  bool resume = false;     ///< continue the run in the directory; start one if there is none
  bool overwrite = false;  ///< remove the run in the directory
  /// Resume although the texts are others than those the run was begun with.
  bool changed_texts = false;
  Stopwatch since_command = {};  ///< for training.minutes_with_preparation
};

/// All of `regard train`, for a translation or a language model: reads and cleans the texts, makes
/// or takes tokenizers, trains, and measures the model on the test text. Leaves a run directory;
/// writes nothing before all texts are read and checked. Returns the signal that stopped it, if
/// any; its state is saved then.
std::optional<int> train(config::Experiment experiment, RunOptions options,
                         const InterruptGuard& interrupt);

/// Whether the run in `directory` belongs to this experiment, whatever its threads and device, and
/// is complete.
bool is_done(const config::Experiment& experiment, const std::string& directory);

}  // namespace regard::train
