#include "regard/train/trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iomanip>

#include "regard/base/error.h"
#include "regard/base/log.h"
#include "regard/base/progress_bar.h"
#include "regard/base/str.h"
#include "regard/config/writer.h"
#include "regard/interop/model_file.h"
#include "regard/train/gradient_clipping.h"
#include "regard/train/precision.h"
#include "regard/train/schedule.h"

namespace regard::train {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string two_decimals(double value) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(2) << value;
  return out.str();
}

Optimizer::NamedTensors trainable(torch::nn::Module& model) {
  Optimizer::NamedTensors parameters;
  for (const auto& parameter : model.named_parameters()) {
    if (parameter.value().requires_grad())
      parameters.emplace_back(parameter.key(), parameter.value());
  }
  return parameters;
}

}  // namespace

Trainer::Trainer(const config::Experiment& experiment, const RunDirectory& directory, Task& task)
    : experiment_(experiment),
      options_(experiment.training),
      directory_(directory),
      task_(task),
      optimizer_(make_optimizer(trainable(task.model()), options_)) {}

void Trainer::resume() { progress_ = load_training_state(directory_.state(), task_, *optimizer_); }

std::optional<int> Trainer::run(const InterruptGuard& interrupt) {
  if (progress_.finished && progress_.step >= options_.steps) return std::nullopt;
  progress_.finished = false;
  log_.emplace(directory_.path(), progress_.log_bytes);
  ProgressBar bar(options_.steps, "train");
  StepResult since_report;
  int64_t steps_since_report = 0;
  auto reported = Clock::now();
  while (progress_.step < options_.steps && !interrupt.requested()) {
    const auto started = Clock::now();
    const auto result = step();
    progress_.seconds += seconds_since(started);
    since_report.loss += result.loss;
    since_report.negative_log_likelihood += result.negative_log_likelihood;
    since_report.source_tokens += result.source_tokens;
    since_report.target_tokens += result.target_tokens;
    since_report.gradient_norm = result.gradient_norm;
    ++steps_since_report;
    const double seconds = seconds_since(reported);
    bar.update(progress_.step,
               str("epoch ", progress_.position.epoch + 1, ", loss ",
                   two_decimals(result.loss / static_cast<double>(result.target_tokens)), ", lr ",
                   learning_rate(options_, progress_.step), ", ",
                   static_cast<int64_t>(static_cast<double>(since_report.source_tokens +
                                                            since_report.target_tokens) /
                                        seconds),
                   " tokens/s"));
    if (progress_.step % options_.report_every == 0) {
      report(since_report, seconds, steps_since_report);
      since_report = {};
      steps_since_report = 0;
      reported = Clock::now();
    }
    const bool last = progress_.step == options_.steps;
    if (task_.has_validation() && (progress_.step % options_.validate_every == 0 || last)) {
      bar.finish();
      const auto paused = Clock::now();
      validate(last || bleu_is_due());
      reported += Clock::now() - paused;
      if (options_.patience > 0 && progress_.best.validations_since >= options_.patience) {
        log_info("no better validation in ", options_.patience,
                 ": stopping early; the best was at step ", progress_.best.step);
        break;
      }
    }
    if (progress_.step % options_.save_every == 0) save_state();
  }
  bar.finish();
  if (const auto signal = interrupt.requested(); signal && progress_.step < options_.steps) {
    save_state();
    return signal;
  }
  finish();
  return std::nullopt;
}

Trainer::StepResult Trainer::step() {
  const Bf16Products products(options_.precision == "bf16");
  task_.model().train();
  optimizer_->zero_grad();
  StepResult result{task_.accumulate_gradients(options_.accumulate)};
  if (!std::isfinite(result.loss)) fail_not_finite(str("the loss is ", result.loss));
  std::vector<torch::Tensor> gradients;
  for (const auto& parameter : task_.model().parameters()) {
    if (parameter.grad().defined()) gradients.push_back(parameter.grad());
  }
  result.gradient_norm = clip_gradients(gradients, options_.clip_norm);
  if (!std::isfinite(result.gradient_norm))
    fail_not_finite(str("the gradient's norm is ", result.gradient_norm));
  optimizer_->step(learning_rate(options_, progress_.step + 1));
  ++progress_.step;
  progress_.position = task_.position();
  progress_.source_tokens += result.source_tokens;
  progress_.target_tokens += result.target_tokens;
  return result;
}

void Trainer::fail_not_finite(const std::string& what) const {
  constexpr size_t kMostNamed = 8;
  const auto places = task_.last_places();
  std::string lines;
  for (size_t i = 0; i < std::min(places.size(), kMostNamed); ++i) {
    lines += (lines.empty() ? "" : ", ") + places[i];
  }
  if (places.size() > kMostNamed) lines += str(" and ", places.size() - kMostNamed, " more");
  const bool saved = std::filesystem::exists(directory_.state());
  throw Error(str(what, " at step ", progress_.step + 1, ", in the batch of ", lines), "",
              str(saved ? str("the last good state is in ", directory_.state(), "; ")
                        : std::string("no state was saved yet; "),
                  "look at these lines, lower training.learning_rate, or raise training.warmup"),
              ExitCode::failure);
}

void Trainer::report(const StepResult& sums, double seconds, int64_t steps) {
  const auto tokens = static_cast<double>(sums.target_tokens);
  const double speed = static_cast<double>(sums.source_tokens + sums.target_tokens) / seconds;
  log_->write("train", progress_.step,
              {{"epoch", static_cast<double>(progress_.position.epoch)},
               {"loss", sums.loss / tokens},
               {"perplexity", std::exp(sums.negative_log_likelihood / tokens)},
               {"learning_rate", learning_rate(options_, progress_.step)},
               {"gradient_norm", sums.gradient_norm},
               {"tokens_per_second", speed},
               {"seconds_per_step", seconds / static_cast<double>(steps)},
               {"minutes", progress_.seconds / 60}});
  if (stderr_is_terminal()) return;  // there the bar says it
  log_info("step ", progress_.step, '/', options_.steps, ", epoch ", progress_.position.epoch + 1,
           ", loss ", two_decimals(sums.loss / tokens), ", lr ",
           learning_rate(options_, progress_.step), ", ", static_cast<int64_t>(speed),
           " tokens/s, ",
           format_duration(seconds / static_cast<double>(steps) *
                           static_cast<double>(options_.steps - progress_.step)),
           " left");
}

bool Trainer::bleu_is_due() const {
  if (options_.best_by == "bleu") return true;
  return options_.bleu_every > 0 && (progress_.validations + 1) % options_.bleu_every == 0;
}

double Trainer::validation_score(const Validation& result) const {
  return options_.best_by == "bleu" ? -result.bleu.value() : result.loss;
}

void Trainer::validate(bool with_bleu) {
  const auto result = task_.validate(with_bleu);
  ++progress_.validations;
  const double score = validation_score(result);
  const bool better = score < progress_.best.score;
  if (better) {
    save_weights(directory_.model(), score);
    progress_.best = {.score = score, .step = progress_.step, .validations_since = 0};
  } else {
    ++progress_.best.validations_since;
  }
  const int64_t keep = std::max(options_.keep_checkpoints, options_.average);
  if (keep > 0) {
    save_weights(directory_.checkpoint(progress_.step), score);
    directory_.keep_checkpoints(keep);
  }
  Figures figures = {{"loss", result.loss}, {"perplexity", std::exp(result.loss)}};
  if (result.bleu) figures.emplace_back("bleu", *result.bleu);
  figures.emplace_back("minutes", progress_.seconds / 60);
  log_->write("valid", progress_.step, figures);
  log_info("step ", progress_.step, ": validation loss ", two_decimals(result.loss),
           ", perplexity ", two_decimals(std::exp(result.loss)),
           result.bleu ? str(", greedy BLEU ", two_decimals(*result.bleu)) : std::string(),
           better ? ", the best so far" : "");
}

std::string Trainer::score_in_words(double score) const {
  if (!task_.has_validation()) return "not validated";
  return options_.best_by == "bleu" ? str("BLEU ", two_decimals(-score)) : str("loss ", score);
}

void Trainer::save_weights(const std::string& path, double score) const {
  const auto& tokenizers = task_.tokenizers();
  interop::save_model(path, task_.model(),
                      {.architecture = experiment_.model.find("type")->text,
                       .options = config::to_yaml(experiment_.model),
                       .source_vocab = tokenizers.source().size(),
                       .target_vocab = tokenizers.target().size(),
                       .tokenizer_hash = tokenizers.hash(),
                       .step = progress_.step,
                       .score = score_in_words(score)});
}

void Trainer::save_state() {
  progress_.log_bytes = log_->bytes();
  save_training_state(directory_.state(), task_, *optimizer_, progress_);
}

void Trainer::finish() {
  // Saved before the last work is done: killed in the middle of it, the run resumes here and does
  // it again.
  save_state();
  if (!task_.has_validation()) {
    save_weights(directory_.model(), 0.0);
  } else if (options_.average > 1) {
    average_checkpoints();
  }
  progress_.finished = true;
  save_state();
}

void Trainer::average_checkpoints() {
  auto files = directory_.checkpoints();
  if (files.size() > static_cast<size_t>(options_.average))
    files.erase(files.begin(), files.end() - options_.average);
  if (files.size() < 2) return;
  interop::load_average(files, task_.model());
  const auto result = task_.validate(true);
  const double score = validation_score(result);
  const bool better = score < progress_.best.score;
  Figures figures = {{"checkpoints", static_cast<double>(files.size())}, {"loss", result.loss}};
  if (result.bleu) figures.emplace_back("bleu", *result.bleu);
  log_->write("average", progress_.step, figures);
  log_info("the average of the last ", files.size(), " checkpoints: validation loss ",
           two_decimals(result.loss),
           result.bleu ? str(", greedy BLEU ", two_decimals(*result.bleu)) : std::string(),
           better ? ", the best: kept" : ", not better: left out");
  if (better) {
    progress_.best.score = score;
    save_weights(directory_.model(), score);
  }
  // Back to the weights of the last step, from which a longer training goes on.
  load_training_state(directory_.state(), task_, *optimizer_);
}

}  // namespace regard::train
