#include "trainer/train.h"
#include "base/readable.h"

#include <ATen/Parallel.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>

#include "architecture/registry.h"
#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/machine.h"
#include "base/terminal.h"
#include "config/writer.h"
#include "corpus/same_texts.h"
#include "interop/load_model.h"
#include "model/modules.h"
#include "parallel/group.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "runs/run_log.h"
#include "store/model_directory.h"
#include "trainer/batch_fit.h"
#include "trainer/language_task.h"
#include "trainer/model_sizes.h"
#include "trainer/run_directory.h"
#include "trainer/trainer.h"
#include "trainer/translation_task.h"

namespace regard::train {
namespace {

/// The training files that have changed since the run started.
std::vector<std::string> changed_texts(const config::Experiment& experiment,
                                       const RunDirectory& directory, corpus::TextHashes& hashes) {
  if (!is_there(directory.texts())) return {};
  return corpus::changed_texts(read_file(directory.texts()), hashes.list(experiment.data));
}

/// How to resume the run: with the next epoch if its texts changed. Throws Error if they changed
/// and the user has not agreed.
ResumeAt where_to_resume(const config::Experiment& experiment, const RunDirectory& directory,
                         const RunOptions& options, corpus::TextHashes& hashes) {
  const auto changed = changed_texts(experiment, directory, hashes);
  if (changed.empty()) return ResumeAt::saved_position;
  const auto others = join(std::span(changed).subspan(1));
  if (options.changed_texts) {
    log_warning("continuing with the next epoch, since these texts changed after the run started: ",
                join(changed));
    return ResumeAt::next_epoch;
  }
  throw Error(str("changed since the run in ", directory.path(), " started",
                  others.empty() ? "" : str(", and so did ", others)),
              changed.front(),
              "put back the texts, continue with the changed ones (--changed-texts), or train "
              "again with --overwrite or another --output");
}

int64_t count_parameters(const torch::nn::Module& model) {
  int64_t count = 0;
  for (const auto& parameter : model.parameters()) count += parameter.numel();
  return count;
}

/// Makes the task of the experiment, which reads and checks all training data.
std::unique_ptr<Task> make_task(const config::Experiment& experiment, const RunDirectory& directory,
                                bool resume, torch::Device device, const parallel::Group& group,
                                const corpus::TextHashes& hashes) {
  if (experiment.task == config::Task::language_model) {
    return std::make_unique<LanguageTask>(experiment, directory, resume, device, group, hashes);
  }
  return std::make_unique<TranslationTask>(experiment, directory, resume, device, group, hashes);
}

void say_what_is_trained(const config::Experiment& experiment, Task& task, torch::Device device,
                         const parallel::Group& group) {
  const auto& tokenizers = task.tokenizers();
  log_info(experiment.model.find("type")->text, ": ", count_parameters(task.model()),
           " parameters, ", tokenizers.source().size(),
           tokenizers.joint() ? " subwords" : str("+", tokenizers.target().size(), " subwords"),
           ", on ", device.str(), " with ", at::get_num_threads(),
           at::get_num_threads() == 1 ? " thread" : " threads",
           group.is_alone() ? "" : str(", by ", group.size(), " processes"));
}

void say_where_it_resumes(const Progress& progress, const config::TrainingOptions& training) {
  if (progress.step == 0) return;
  const bool by_time = training.minutes > 0;
  const auto place = by_time ? str(" after ", format_duration(progress.elapsed_seconds), " of ",
                                   training.minutes, " min")
                             : str(" of ", training.steps);
  const bool is_complete =
      progress.finished && (by_time ? progress.elapsed_seconds >= seconds_of_run(training, progress)
                                    : progress.step >= training.steps);
  log_info("resuming at step ", progress.step, place,
           is_complete ? str(": training is complete; raise training.",
                             by_time ? "minutes" : "steps", " to train longer")
                       : "");
}

/// Evaluates the best weights on the test set, rounded as in validation if training.quantize_from
/// is set. Logs the result and the end of the run.
void conclude(Task& task, const config::TrainingOptions& training, const RunDirectory& directory,
              const Progress& progress, const InterruptGuard& interrupt) {
  TrainingLog log(directory.path(), progress.log_bytes);
  if (task.has_test()) {
    interop::load_weights(directory.weights(), task.model());
    std::optional<QuantizedWeights> rounded;
    if (training.quantize_from > 0) rounded.emplace(task.model());
    const auto result = task.test([&] { interrupt.stop_if_requested(); });
    Figures figures = {{"loss", result.loss}};
    add_scores(figures, result);
    log.write("test", progress.step, figures);
  }
  Figures cost;
  add_cost(cost, progress.cost);
  log.write("end", progress.step, cost);
}

void say_what_was_done(const Progress& done, const RunDirectory& directory) {
  if (done.skipped > 0) {
    log_warning(done.skipped,
                " steps were not finite and were skipped; a smaller training.learning_rate or a "
                "longer training.warmup may avoid this");
  }
  if (done.split > 0) {
    log_warning("memory ran out in ", counted(done.split, "step"),
                ", whose batches were split; a smaller training.batch_tokens would be faster");
  }
  log_info("trained ", counted(done.step, "step"), ", ",
           counted(done.target_tokens, "target token"), ", in ", format_duration(done.cost.seconds),
           "; the model is ", directory.path());
}

/// Each process of a machine has its own GPU unless the config names one.
torch::Device device_of(const std::string& name, const parallel::Launch& launch) {
  const auto device = model::device_named(name);
  const bool is_named = name.find(':') != std::string::npos;
  if (launch.size == 1 || is_named || !device.is_cuda()) return device;
  return model::device_named(str("cuda:", launch.local_rank));
}

/// Unless the config sets it, the processes of a machine share its cores.
int64_t threads_of(int64_t threads, const parallel::Launch& launch) {
  if (threads > 0 || launch.local_size == 1) return threads;
  return std::max<int64_t>(cores() / launch.local_size, 1);
}

/// How to resume the run in the directory; nullopt if a new run begins. Rank 0 decides for all,
/// before any process changes the directory.
std::optional<ResumeAt> decide_to_resume(const config::Experiment& experiment,
                                         const RunDirectory& directory, const RunOptions& options,
                                         corpus::TextHashes& hashes, parallel::Group& group) {
  std::string decision = "begin";
  if (group.is_first()) {
    check_may_write(directory, {.resume = options.resume, .overwrite = options.overwrite});
    if (options.resume && is_there(directory.state())) {
      check_same_experiment(experiment, directory);
      decision = name_of(where_to_resume(experiment, directory, options, hashes));
    } else if (options.resume) {
      log_info("nothing to resume in ", directory.path(), ": starting a new run");
    }
  }
  return parse_name<ResumeAt>(group.broadcast(decision));
}

/// Throws Error if the processes would not train the same model.
void check_same_task(Task& task, parallel::Group& group) {
  const auto own = str(task.tokenizers().hash(), ' ', count_parameters(task.model()));
  const bool same = group.broadcast(own) == own;
  const auto different = torch::tensor({same ? 0 : 1}, torch::kInt64);
  group.sum(different);  // so that all processes know of a difference
  if (different.item<int64_t>() == 0) return;
  throw Error("the processes read different texts, or trained different tokenizers", "data.train",
              "give all machines the same files and the same run directory", ExitCode::failure);
}

/// Replaces `auto` in training.batch_tokens with a number: the one that the run started with, or
/// the largest that rank 0 finds to fit while it shares its machine with its local processes.
void find_batch_tokens(config::Experiment& experiment, Task& task, const RunDirectory& directory,
                       bool resume, const parallel::Launch& launch, parallel::Group& group) {
  auto& training = experiment.training;
  if (!training.batch_tokens.is_auto()) return;
  const auto find = [&] {
    if (resume)
      return *config::load_experiment(directory.config_to_read()).training.batch_tokens.number;
    const auto device = task.model().parameters().front().device();
    const int64_t fitting = largest_batch(task, device, available_memory() / launch.local_size);
    return batch_tokens_of_auto(training, fitting, group.size());
  };
  training.batch_tokens.number = std::stoll(group.broadcast(group.is_first() ? str(find()) : ""));
  task.set_batch_tokens(*training.batch_tokens.number);
  log_info("training.batch_tokens: auto is ", *training.batch_tokens.number, "; an update has ",
           batches_of_update(training, group.size()) * group.size(), " such batches");
}

/// Makes a task of the current experiment.
using Remake = std::function<std::unique_ptr<Task>()>;

void say_scale(const char* how, const config::Experiment& experiment) {
  const auto& training = experiment.training;
  log_info(how, ": training.batch_tokens ", *training.batch_tokens.number, ", learning_rate ",
           training.learning_rate, ", beta2 ", training.beta2, ", ema ", training.ema,
           ", tokenizer.sampling ", experiment.tokenizer.sampling);
}

/// Scales the experiment to the remaining seconds, according to the speed of a task made for the
/// unscaled experiment.
std::unique_ptr<Task> scale_to_minutes(config::Experiment& experiment, std::unique_ptr<Task> task,
                                       double seconds, const Remake& remake,
                                       parallel::Group& group) {
  const auto& training = experiment.training;
  const double own = share_of_recipe(*task, training, seconds, group.size());
  const double share = std::stod(group.broadcast(str(own)));
  task.reset();
  const double steps = share * static_cast<double>(training.steps);
  log_info(format_duration(seconds), " allow ", std::llround(steps), " of ", training.steps,
           " steps of ", *training.batch_tokens.number, " tokens");
  experiment = scaled(std::move(experiment), share);
  say_scale("scaled to that", experiment);
  const bool was_quiet = is_quiet();
  set_quiet(true);  // the new task would repeat the messages
  auto scaled_task = remake();
  set_quiet(was_quiet);
  return scaled_task;
}

/// Creates and locks the directory, unless it is already locked.
void prepare_files(const config::Experiment& experiment, const RunDirectory& directory,
                   const Task& task, bool resume, std::optional<RunLock>& lock) {
  if (!lock) {
    directory.create();
    lock.emplace(directory.path());
  }
  if (resume) {
    directory.remove_unfinished();
  } else {
    directory.clear();
    directory.create();
    directory.save_tokenizers(task.tokenizers());
  }
  write_file_atomically(directory.config(), config::to_yaml(experiment));
  store::mark_as_own(directory, experiment.data);
}

std::optional<int> train_in(parallel::Group& group, const parallel::Launch& launch,
                            config::Experiment experiment, const RunOptions& options,
                            const InterruptGuard& interrupt, std::optional<PromptEnd>& prompt_end) {
  const RunDirectory directory(options.directory);
  experiment = completed(std::move(experiment));
  std::optional<RunLock> lock;
  if (group.is_first() && is_folder(directory.path())) {
    lock.emplace(directory.path());
  }
  for (const auto& warning : corpus::warnings_of_same_files(experiment.data)) {
    log_warning(warning);
  }
  corpus::TextHashes hashes;
  const auto resume_at = decide_to_resume(experiment, directory, options, hashes, group);
  const bool resume = resume_at.has_value();
  // Computed before the task, which then need not hash the texts again for its cache.
  const auto texts = group.is_first() ? hashes.list(experiment.data) : std::string();
  const auto device = device_of(experiment.training.device, launch);
  model::set_threads(threads_of(experiment.training.threads, launch));
  if (resume && take_scaled(experiment, config::load_experiment(directory.config_to_read()))) {
    say_scale("scaled as at the start", experiment);
  }
  const auto make = [&] { return make_task(experiment, directory, resume, device, group, hashes); };
  auto task = make();
  const auto& training = experiment.training;
  // Elapsed seconds that count toward the limit.
  const auto preparation = [&] {
    return training.minutes_with_preparation ? options.since_command.seconds() : 0;
  };
  if (!resume && training.scale_to_minutes && training.minutes > 0) {
    const double seconds = seconds_to_train(training.minutes, preparation());
    task = scale_to_minutes(experiment, std::move(task), seconds, make, group);
  }
  check_same_task(*task, group);
  find_batch_tokens(experiment, *task, directory, resume, launch, group);
  prompt_end.reset();
  if (group.is_first()) prepare_files(experiment, directory, *task, resume, lock);

  Trainer trainer(experiment, directory, *task, group);
  resume_at ? trainer.resume(*resume_at) : trainer.begin_after(preparation());
  if (group.is_first()) write_file_atomically(directory.texts(), texts);
  say_what_is_trained(experiment, *task, device, group);
  say_where_it_resumes(trainer.progress(), experiment.training);
  if (const auto signal = trainer.run(interrupt)) {
    log_info("stopped at step ", trainer.progress().step,
             "; continue with the same command and --resume");
    return signal;
  }
  if (!group.is_first()) return std::nullopt;
  try {
    conclude(*task, experiment.training, directory, trainer.progress(), interrupt);
  } catch (const Interrupted& stop) {
    log_info(
        "stopped while testing the trained model; to test it, use the same command and --resume");
    return stop.signal;
  }
  say_what_was_done(trainer.progress(), directory);
  return std::nullopt;
}

}  // namespace

bool is_done(const config::Experiment& experiment, const std::string& path) {
  const RunDirectory directory(path);
  if (!directory.holds_run() || !is_there(directory.config())) return false;
  if (!read_run_log(path).summary.ended) return false;
  corpus::TextHashes hashes;
  if (!changed_texts(experiment, directory, hashes).empty()) return false;
  const auto changed = changes(completed(experiment), directory);
  return std::all_of(changed.begin(), changed.end(), [](const auto& difference) {
    return difference.key == "training.threads" || difference.key == "training.device";
  });
}

std::optional<int> train(config::Experiment experiment, RunOptions options,
                         const InterruptGuard& interrupt) {
  const auto launch = parallel::read_launch();
  if (launch.restarts > 0) options.resume = true;  // restarted by a launcher after a failure
  if (launch.rank > 0) set_quiet(true);            // only rank 0 logs
  // There is nothing to save before the first step.
  std::optional<PromptEnd> prompt_end(std::in_place, "stopped before training began");
  const auto group = parallel::join(launch);
  try {
    const auto signal =
        train_in(*group, launch, std::move(experiment), options, interrupt, prompt_end);
    group->leave();
    return signal;
  } catch (const Interrupted& stop) {
    group->fail("a signal stopped it");
    log_info("stopped before training began");
    return stop.signal;
  } catch (const std::exception& error) {
    group->fail(error.what());
    throw;
  }
}

}  // namespace regard::train
