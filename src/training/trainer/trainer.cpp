#include "trainer/trainer.h"

#include <chrono>
#include <cmath>
#include <utility>

#include "base/log.h"
#include "base/machine.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "optimizer/sharded_optimizer.h"
#include "optimizer/step_size.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "runs/run_log.h"
#include "store/model_file.h"
#include "trainer/batch_fit.h"
#include "trainer/trainer_step.h"

namespace regard::train {
namespace {

using Clock = std::chrono::steady_clock;

NamedTensors trainable(torch::nn::Module& model) {
  NamedTensors parameters;
  for (const auto& parameter : model.named_parameters()) {
    if (parameter.value().requires_grad())
      parameters.emplace_back(parameter.key(), parameter.value());
  }
  return parameters;
}

std::unique_ptr<Optimizer> optimizer_of(torch::nn::Module& model,
                                        const config::OptimizerOptions& options,
                                        parallel::Group& group) {
  if (options.shard_optimizer && !group.is_alone()) {
    return std::make_unique<ShardedOptimizer>(trainable(model), options, group);
  }
  return make_optimizer(trainable(model), options);
}

/// Logs the effects of a different number of processes on a resumed run. Throws Error if the run
/// cannot continue with it.
void check_other_number_of_processes(const config::Experiment& experiment, int64_t before,
                                     int64_t now) {
  if (experiment.task == config::Task::language_model) {
    throw Error(str("was trained by ", before, " processes, which divide each minibatch; ", now,
                    " cannot continue the run"),
                "training", str("start ", before, " processes"));
  }
  log_info("trained by ", before, " processes so far, now by ", now,
           ": steps have different batches");
}

}  // namespace

Trainer::Trainer(const config::Experiment& experiment, const RunDirectory& directory, Task& task,
                 parallel::Group& group, CostMeter meter)
    : experiment_(experiment),
      options_(experiment.training),
      directory_(directory),
      task_(task),
      files_(experiment, directory, task),
      group_(group),
      meter_(std::move(meter)),
      parallel_(trainable(task.model()), group, options_.seed),
      optimizer_(optimizer_of(task.model(), options_, group)),
      average_(trainable(task.model()), options_.ema) {
  progress_.processes = group.size();
}

void Trainer::resume(ResumeAt resume_at) {
  progress_ =
      load_training_state(directory_.state(), task_, *optimizer_, average_, group_, resume_at);
  if (progress_.processes != group_.size()) {
    check_other_number_of_processes(experiment_, progress_.processes, group_.size());
    progress_.processes = group_.size();
  }
  saved_step_ = progress_.step;
  saved_at_ = progress_.scheduled;
  // Saves the state, so that no later resume returns to a position in texts that are gone.
  if (resume_at == ResumeAt::next_epoch) save_state();
}

std::optional<int> Trainer::run(const InterruptGuard& interrupt) {
  started_ = Clock::now() - std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(progress_.elapsed_seconds));
  follow_schedule();  // the schedule may differ from the saved one
  if (progress_.finished && progress_.scheduled >= options_.steps) return std::nullopt;
  progress_.finished = false;
  if (group_.is_first()) {
    log_.emplace(directory_.path(), progress_.log_bytes);
    if (options_.film) film_.emplace(directory_.path(), progress_.film_bytes);
  }
  choose_precision();
  try {
    train(interrupt);
    finish(interrupt);
  } catch (const Interrupted& stop) {
    return stop.signal;
  }
  return std::nullopt;
}

torch::Device Trainer::device() const { return task_.model().parameters().front().device(); }

void Trainer::choose_precision() {
  using config::Precision;
  if (progress_.precision == Precision::automatic) {
    const bool given = options_.precision != Precision::automatic;
    const auto chosen = given ? options_.precision : faster_precision(device());
    progress_.precision = parse_name<Precision>(group_.broadcast(name_of(chosen))).value();
    progress_.loss_scale = LossScale::of_precision(progress_.precision);
  }
  if (is_verbose()) {
    log_info("matrix multiplications in ", name_of(progress_.precision), ", at most ",
             static_cast<int64_t>(product_rate() / 1e9), " GFLOP/s");
  } else if (options_.precision == Precision::automatic) {
    log_info("matrix multiplications in ", name_of(progress_.precision));
  }
}

double Trainer::product_rate() const {
  const ProductPrecision products(progress_.precision, device());
  return measure_product_rate(device()) * static_cast<double>(group_.size());
}

void Trainer::train(const InterruptGuard& interrupt) try {
  ProgressBar bar(options_.steps, "train");
  Speedometer speed([this] { return product_rate(); });
  while (true) {
    // This also applies at the start: a run stopped during a validation repeats it.
    if (validation_is_due()) {
      bar.finish();
      // Training could not continue from a model without a state. This state is saved again below.
      if (saved_at_ == 0) {
        save_state();
        saved_at_ = 0;
      }
      const auto paused = Clock::now();
      parallel_.by_the_first(progress_, [&] { validate(interrupt); });
      speed.leave_out(Clock::now() - paused);
    }
    if (has_passed(options_.save_every, saved_at_)) save_state();
    if (is_over()) break;
    parallel_.stop_if_requested(interrupt);

    meter_.lap();  // the step's cost is measured from here
    const int64_t before = progress_.scheduled;
    const auto result = step();
    progress_.cost += meter_.lap();
    if (!result) continue;
    speed.add(*result);
    if (frame_is_due(before)) {
      const auto paused = Clock::now();
      add_frame(*result);
      speed.leave_out(Clock::now() - paused);
    }
    bar.update(progress_.scheduled,
               str("epoch ", progress_.position.epoch + 1, ", loss ",
                   fixed(result->loss / static_cast<double>(result->target_tokens), 2), ", lr ",
                   rate(), ", ", speed.in_words()));
    if (progress_.step % options_.report_every == 0) {
      report(speed, result->gradient_norm);
      speed.restart();
    }
  }
  bar.finish();
} catch (const Interrupted&) {
  save_state();
  throw;
}

/// In a job with several processes, the clock of rank 0 counts.
void Trainer::follow_schedule() {
  progress_.elapsed_seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  if (options_.minutes == 0) {
    progress_.scheduled = progress_.step;
    return;
  }
  const double before = progress_.preparation_seconds;
  const double share =
      (progress_.elapsed_seconds - before) / (seconds_of_run(options_, progress_) - before);
  const auto reached =
      static_cast<int64_t>(std::min(share, 1.0) * static_cast<double>(options_.steps));
  progress_.scheduled = group_.is_alone() ? reached : std::stoll(group_.broadcast(str(reached)));
}

bool Trainer::has_passed(int64_t every, int64_t before) const {
  return progress_.scheduled / every > before / every;
}

bool Trainer::is_over_by_count() const {
  return progress_.scheduled >= options_.steps ||
         (options_.max_epochs > 0 && progress_.position.epoch >= options_.max_epochs);
}

bool Trainer::is_over() const {
  if (is_over_by_count()) return true;
  if (options_.patience == 0 || progress_.best.validations_since < options_.patience) return false;
  log_info("no better validation in ", options_.patience, ": stopping early; the best was at step ",
           progress_.best.step);
  return true;
}

double Trainer::rate() const {
  return learning_rate(options_, std::max<int64_t>(progress_.scheduled, 1)) *
         progress_.learning_rate_factor;
}

void Trainer::report(Speedometer& speed, double gradient_norm) {
  if (!log_) return;
  const auto& sums = speed.sums();
  const auto tokens = static_cast<double>(sums.target_tokens);
  Figures figures = {{"epoch", static_cast<double>(progress_.position.epoch)},
                     {"loss", sums.loss / tokens},
                     {"perplexity", std::exp(sums.negative_log_likelihood / tokens)},
                     {"learning_rate", rate()},
                     {"gradient_norm", gradient_norm},
                     {"tokens_per_second", speed.tokens_per_second()},
                     {"target_tokens_per_second", tokens / speed.seconds()},
                     {"mfu", speed.utilization()},
                     {"seconds_per_step", speed.seconds_per_step()},
                     {"peak_mebibytes", peak_mebibytes()}};
  add_cost(figures, progress_.cost);
  log_->write("train", progress_.step, figures);
  if (stderr_is_terminal()) return;  // the progress bar shows it there
  log_info("step ", progress_.step, options_.minutes > 0 ? "" : str('/', options_.steps),
           ", epoch ", progress_.position.epoch + 1, ", loss ", fixed(sums.loss / tokens, 2),
           ", lr ", rate(), ", ", speed.in_words(), ", ",
           format_duration(seconds_left(speed.seconds_per_step())), " left");
}

double Trainer::seconds_left(double seconds_per_step) const {
  if (options_.minutes > 0) {
    return std::max(seconds_of_run(options_, progress_) - progress_.elapsed_seconds, 0.0);
  }
  return seconds_per_step * static_cast<double>(options_.steps - progress_.step);
}

bool Trainer::validation_is_due() const {
  if (!task_.has_validation()) return false;
  if (progress_.step == 0) return begins_with_a_model() && progress_.validations == 0;
  if (progress_.validated_step == progress_.step) return false;
  return has_passed(options_.validate_every, progress_.validated_at) || is_over_by_count();
}

bool Trainer::translations_are_due() const {
  if (options_.best_by != "loss" || is_over_by_count() || progress_.step == 0) return true;
  return options_.bleu_every > 0 && (progress_.validations + 1) % options_.bleu_every == 0;
}

void Trainer::validate(const InterruptGuard& interrupt) {
  const AveragedWeights averaged(average_);
  const auto result = validate_weights(translations_are_due(), interrupt);
  ++progress_.validations;
  progress_.validated_step = progress_.step;
  progress_.validated_at = progress_.scheduled;
  const double score = files_.score_of(result);
  const bool better = score < progress_.best.score;
  if (better) {
    files_.save_model(progress_.step, score);
    progress_.best = {.score = score, .step = progress_.step, .validations_since = 0};
  } else {
    ++progress_.best.validations_since;
  }
  files_.save_checkpoint(progress_.step, score);
  Figures figures = {{"loss", result.loss}, {"perplexity", std::exp(result.loss)}};
  add_scores(figures, result);
  add_cost(figures, progress_.cost);
  add_texts(figures, result);
  log_->write("valid", progress_.step, figures);
  log_->write_samples("valid", progress_.step, result);
  log_info("step ", progress_.step, ": validation loss ", fixed(result.loss, 2), ", perplexity ",
           fixed(std::exp(result.loss), 2), scores_in_words(result),
           better ? ", the best so far" : "");
  if (!result.texts.empty()) log_info("by text, loss: ", texts_in_words(result));
}

void Trainer::save_state() {
  if (started_ != Clock::time_point()) {
    progress_.elapsed_seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  }
  if (log_) {
    log_->sync();  // the state relies on its content
    progress_.log_bytes = log_->bytes();
  }
  if (film_) {
    film_->sync();
    progress_.film_bytes = film_->bytes();
  }
  save_training_state(directory_.state(), task_, *optimizer_, average_, progress_, group_);
  saved_step_ = progress_.step;
  saved_at_ = progress_.scheduled;
}

void Trainer::finish(const InterruptGuard& interrupt) {
  // Saved before the final work: a run killed during it resumes here and repeats it.
  save_state();
  parallel_.by_the_first(progress_, [&] {
    if (!task_.has_validation()) {
      const AveragedWeights averaged(average_);
      files_.save_model(progress_.step, 0.0);
    } else if (options_.average > 1) {
      average_checkpoints(interrupt);
    }
    if (const auto source = task_.chosen_alignment()) {
      store::record_alignment(directory_.weights(), *source);
    }
    if (begins_with_a_model() && task_.has_validation() && progress_.best.step == 0) {
      log_warning("no validation is better than the initial one: keeping the model of ",
                  options_.init_from, "; a smaller training.learning_rate may improve it");
    }
  });
  progress_.finished = true;
  save_state();
}

void Trainer::average_checkpoints(const InterruptGuard& interrupt) {
  const size_t count = files_.load_average();
  if (count < 2) return;
  const auto result = validate_weights(true, interrupt);
  const double score = files_.score_of(result);
  const bool better = score < progress_.best.score;
  Figures figures = {{"checkpoints", static_cast<double>(count)}, {"loss", result.loss}};
  add_scores(figures, result);
  add_texts(figures, result);
  log_->write("average", progress_.step, figures);
  log_info("the average of the last ", count, " checkpoints: validation loss ",
           fixed(result.loss, 2), scores_in_words(result),
           better ? ", the best: kept" : ", not better: discarded");
  if (better) {
    progress_.best.score = score;
    progress_.best.step = progress_.step;
    files_.save_model(progress_.step, score);
  }
  // Restores the weights of the last step, from which a longer run continues.
  load_training_state(directory_.state(), task_, *optimizer_, average_, group_);
}

}  // namespace regard::train
