#include "regard/train/train.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "regard/base/atomic_file.h"
#include "regard/base/error.h"
#include "regard/base/log.h"
#include "regard/base/progress_bar.h"
#include "regard/base/str.h"
#include "regard/config/writer.h"
#include "regard/interop/model_file.h"
#include "regard/model/device.h"
#include "regard/model/registry.h"
#include "regard/train/language_task.h"
#include "regard/train/run_directory.h"
#include "regard/train/run_summary.h"
#include "regard/train/trainer.h"
#include "regard/train/translation_task.h"

namespace regard::train {
namespace {

/// Options that may change when a run is resumed, because no weight that was trained so far depends
/// on them.
bool may_change(const std::string& key) {
  static constexpr std::array kKeys = {"training.steps",      "training.threads",
                                       "training.device",     "training.report_every",
                                       "training.bleu_every", "training.save_every",
                                       "training.patience",   "training.keep_checkpoints",
                                       "training.average",    "training.max_skipped"};
  return key.starts_with("search.") || key.starts_with("data.test") ||
         std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

/// The same with every value of the model section written out.
config::Experiment completed(config::Experiment experiment) {
  experiment.model = model::find_row(experiment.task, experiment.model).complete(experiment.model);
  return experiment;
}

/// The options in which the run in `directory` differs from an experiment.
std::vector<config::Difference> changes(const config::Experiment& experiment,
                                        const RunDirectory& directory) {
  // Read as an experiment: a run of an older version lacks options that have their defaults now.
  const auto begun = completed(config::load_experiment(directory.config()));
  return config::differences(begun, experiment);
}

/// Throws Error where the run in `directory` is another experiment than the one to be resumed.
void check_same_experiment(const config::Experiment& experiment, const RunDirectory& directory) {
  std::string changed;
  for (const auto& difference : changes(experiment, directory)) {
    if (!may_change(difference.key)) changed += (changed.empty() ? "" : "; ") + difference.str();
  }
  if (changed.empty()) return;
  throw Error(str("the run was begun with another config: ", changed), directory.config(),
              "resume with the config it was begun with, or train anew with --overwrite or another "
              "--output");
}

void prepare_directory(const RunDirectory& directory, const RunOptions& options) {
  if (directory.holds_run() && !options.overwrite && !options.resume) {
    throw Error(
        "already holds a run", directory.path(),
        "go on with it: --resume; replace it: --overwrite; or name another one: --output DIR");
  }
}

int64_t count_parameters(const torch::nn::Module& model) {
  int64_t count = 0;
  for (const auto& parameter : model.parameters()) count += parameter.numel();
  return count;
}

/// Reads and checks all that is learnt from.
std::unique_ptr<Task> make_task(const config::Experiment& experiment, const RunDirectory& directory,
                                bool resume, torch::Device device) {
  if (experiment.task == "language_model") {
    return std::make_unique<LanguageTask>(experiment, directory, resume, device);
  }
  return std::make_unique<TranslationTask>(experiment, directory, resume, device);
}

void say_what_is_trained(const config::Experiment& experiment, Task& task, torch::Device device) {
  const auto& tokenizers = task.tokenizers();
  log_info(experiment.model.find("type")->text, ": ", count_parameters(task.model()),
           " parameters, ", tokenizers.source().size(),
           tokenizers.joint() ? " pieces" : str("+", tokenizers.target().size(), " pieces"),
           ", on ", device.str(), " with ", at::get_num_threads(), " threads");
}

void say_where_it_resumes(const Progress& progress, int64_t steps) {
  if (progress.step == 0) return;
  log_info(
      "resuming at step ", progress.step, " of ", steps,
      progress.finished ? ": nothing is left to do; raise training.steps to train longer" : "");
}

/// Measures the best weights on the test text, and logs that and the end of it all.
void conclude(Task& task, const RunDirectory& directory, const Progress& progress,
              const InterruptGuard& interrupt) {
  TrainingLog log(directory.path(), progress.log_bytes);
  if (task.has_test()) {
    interop::load_weights(directory.model(), task.model());
    const auto result = task.test([&] { interrupt.stop_if_requested(); });
    Figures figures = {{"loss", result.loss}};
    add_scores(figures, result);
    log.write("test", progress.step, figures);
  }
  log.write("end", progress.step, {{"minutes", progress.seconds / 60}});
}

void say_what_was_done(const Progress& done, const RunDirectory& directory) {
  if (done.skipped > 0) {
    log_warning(done.skipped,
                " steps were not finite and left out; a smaller "
                "training.learning_rate or a longer training.warmup may do without that");
  }
  if (done.split > 0) {
    log_warning("memory ran out in ", done.split,
                " steps, whose batches were split; a smaller "
                "training.batch_tokens is faster then");
  }
  log_info("trained ", done.step, " steps, ", done.target_tokens, " target tokens, in ",
           format_duration(done.seconds), "; the model is ", directory.path());
}

}  // namespace

bool is_done(const config::Experiment& experiment, const std::string& path) {
  const RunDirectory directory(path);
  if (!directory.holds_run() || !std::filesystem::exists(directory.config())) return false;
  if (!read_run_summary(path).ended) return false;
  const auto changed = changes(completed(experiment), directory);
  return std::all_of(changed.begin(), changed.end(), [](const auto& difference) {
    return difference.key == "training.threads" || difference.key == "training.device";
  });
}

std::optional<int> train(config::Experiment experiment, const RunOptions& options,
                         const InterruptGuard& interrupt) {
  const RunDirectory directory(options.directory);
  prepare_directory(directory, options);
  experiment = completed(std::move(experiment));
  const auto device = model::device_named(experiment.training.device);
  model::set_threads(experiment.training.threads);
  const bool resume = options.resume && std::filesystem::exists(directory.state());
  if (resume) check_same_experiment(experiment, directory);
  const auto task = make_task(experiment, directory, resume, device);

  if (resume) {
    directory.remove_unfinished();
  } else {
    directory.clear();
    directory.create();
    task->tokenizers().save(directory.path());
  }
  write_file_atomically(directory.config(), config::to_yaml(experiment));

  Trainer trainer(experiment, directory, *task);
  if (resume) trainer.resume();
  say_what_is_trained(experiment, *task, device);
  say_where_it_resumes(trainer.progress(), experiment.training.steps);
  if (const auto signal = trainer.run(interrupt)) {
    log_info("stopped at step ", trainer.progress().step,
             "; go on with the same command and --resume");
    return signal;
  }
  try {
    conclude(*task, directory, trainer.progress(), interrupt);
  } catch (const Interrupted& stop) {
    log_info(
        "stopped while measuring the trained model; measure it with the same command and --resume");
    return stop.signal;
  }
  say_what_was_done(trainer.progress(), directory);
  return std::nullopt;
}

}  // namespace regard::train
