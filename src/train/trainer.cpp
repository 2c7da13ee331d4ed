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
#include "regard/nn/smoothed_cross_entropy.h"
#include "regard/text/special_tokens.h"
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

Optimizer::NamedTensors trainable(model::Seq2SeqModel& model) {
  Optimizer::NamedTensors parameters;
  for (const auto& parameter : model.named_parameters()) {
    if (parameter.value().requires_grad())
      parameters.emplace_back(parameter.key(), parameter.value());
  }
  return parameters;
}

/// Label-smoothed loss of a batch by teacher forcing; only real tokens pass the output layer.
nn::TokenLoss batch_loss(model::Seq2SeqModel& model, const corpus::Batch& batch, double smoothing) {
  const auto memory = model.encode(batch.source, batch.source_lengths);
  const auto states = model.decode_states(batch.target_input, memory);
  const auto labels = batch.target_labels.flatten();
  const auto real = (labels != text::kPad).nonzero().squeeze(-1);
  const auto logits = model.project(states.flatten(0, 1).index_select(0, real));
  return nn::smoothed_cross_entropy(logits, labels.index_select(0, real), smoothing, text::kPad);
}

}  // namespace

Trainer::Trainer(const TrainingTask& task)
    : task_(task),
      options_(task.experiment.training),
      device_(task.model.parameters().front().device()),
      sampler_(task.examples, {.batch_tokens = options_.batch_tokens,
                               .batch_sentences = options_.batch_sentences,
                               .seed = static_cast<uint64_t>(options_.seed)}),
      optimizer_(make_optimizer(trainable(task.model), options_)) {}

void Trainer::resume() {
  progress_ = load_training_state(task_.directory.state(), task_.model, *optimizer_,
                                  task_.tokenizers.hash());
  sampler_.seek(progress_.position);
}

std::optional<int> Trainer::run(const InterruptGuard& interrupt) {
  if (progress_.finished && progress_.step >= options_.steps) return std::nullopt;
  progress_.finished = false;
  log_.emplace(task_.directory.path(), progress_.log_bytes);
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
    if (!task_.valid.empty() && (progress_.step % options_.validate_every == 0 || last)) {
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
  task_.model.train();
  std::vector<std::vector<size_t>> chosen;
  std::vector<corpus::Batch> batches;
  StepResult result;
  for (int64_t i = 0; i < options_.accumulate; ++i) {
    chosen.push_back(sampler_.next());
    batches.push_back(corpus::make_batch(task_.examples, chosen.back(), device_));
    result.source_tokens += batches.back().source_tokens;
    result.target_tokens += batches.back().target_tokens;
  }
  optimizer_->zero_grad();
  for (const auto& batch : batches) {
    const auto loss = batch_loss(task_.model, batch, options_.label_smoothing);
    (loss.loss_sum / static_cast<double>(result.target_tokens)).backward();
    result.loss += loss.loss_sum.item<double>();
    result.negative_log_likelihood += loss.nll_sum.item<double>();
  }
  if (!std::isfinite(result.loss)) fail_not_finite(chosen, str("the loss is ", result.loss));
  std::vector<torch::Tensor> gradients;
  for (const auto& parameter : task_.model.parameters()) {
    if (parameter.grad().defined()) gradients.push_back(parameter.grad());
  }
  result.gradient_norm = clip_gradients(gradients, options_.clip_norm);
  if (!std::isfinite(result.gradient_norm))
    fail_not_finite(chosen, str("the gradient's norm is ", result.gradient_norm));
  optimizer_->step(learning_rate(options_, progress_.step + 1));
  ++progress_.step;
  progress_.position = sampler_.position();
  progress_.source_tokens += result.source_tokens;
  progress_.target_tokens += result.target_tokens;
  return result;
}

void Trainer::fail_not_finite(const std::vector<std::vector<size_t>>& batches,
                              const std::string& what) const {
  constexpr size_t kMostNamed = 8;
  std::string lines;
  size_t count = 0;
  for (const auto& batch : batches) {
    for (const size_t example : batch) {
      if (count++ < kMostNamed)
        lines += (lines.empty() ? "" : ", ") + task_.examples.where(example);
    }
  }
  if (count > kMostNamed) lines += str(" and ", count - kMostNamed, " more");
  const bool saved = std::filesystem::exists(task_.directory.state());
  throw Error(str(what, " at step ", progress_.step + 1, ", in the batch of ", lines), "",
              str(saved ? str("the last good state is in ", task_.directory.state(), "; ")
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

Validation Trainer::measure(bool with_bleu) const {
  std::optional<config::SearchOptions> greedy;
  if (with_bleu) {
    greedy = task_.experiment.search;
    greedy->beam_size = 1;
  }
  return validate_model(task_.model, task_.tokenizers, task_.valid, greedy,
                        task_.directory.translations("valid.txt"));
}

double Trainer::validation_score(double loss, std::optional<double> bleu) const {
  return options_.best_by == "bleu" ? -bleu.value() : loss;
}

void Trainer::validate(bool with_bleu) {
  const auto result = measure(with_bleu);
  ++progress_.validations;
  const double score = validation_score(result.loss, result.bleu);
  const bool better = score < progress_.best.score;
  if (better) {
    save_weights(task_.directory.model(), score);
    progress_.best = {.score = score, .step = progress_.step, .validations_since = 0};
  } else {
    ++progress_.best.validations_since;
  }
  const int64_t keep = std::max(options_.keep_checkpoints, options_.average);
  if (keep > 0) {
    save_weights(task_.directory.checkpoint(progress_.step), score);
    task_.directory.keep_checkpoints(keep);
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
  if (task_.valid.empty()) return "not validated";
  return options_.best_by == "bleu" ? str("BLEU ", two_decimals(-score)) : str("loss ", score);
}

void Trainer::save_weights(const std::string& path, double score) const {
  const auto* type = task_.experiment.model.find("type");
  interop::save_model(path, task_.model,
                      {.architecture = type->text,
                       .options = config::to_yaml(task_.experiment.model),
                       .source_vocab = task_.tokenizers.source().size(),
                       .target_vocab = task_.tokenizers.target().size(),
                       .tokenizer_hash = task_.tokenizers.hash(),
                       .step = progress_.step,
                       .score = score_in_words(score)});
}

void Trainer::save_state() {
  progress_.log_bytes = log_->bytes();
  save_training_state(task_.directory.state(), task_.model, *optimizer_, progress_,
                      task_.tokenizers.hash());
}

void Trainer::finish() {
  // Saved before the last work is done: killed in the middle of it, the run resumes here and does
  // it again.
  save_state();
  if (task_.valid.empty()) {
    save_weights(task_.directory.model(), 0.0);
  } else if (options_.average > 1) {
    average_checkpoints();
  }
  progress_.finished = true;
  save_state();
}

void Trainer::average_checkpoints() {
  auto files = task_.directory.checkpoints();
  if (files.size() > static_cast<size_t>(options_.average))
    files.erase(files.begin(), files.end() - options_.average);
  if (files.size() < 2) return;
  interop::load_average(files, task_.model);
  const auto result = measure(true);
  const double score = validation_score(result.loss, result.bleu);
  const bool better = score < progress_.best.score;
  log_->write("average", progress_.step,
              {{"checkpoints", static_cast<double>(files.size())},
               {"loss", result.loss},
               {"bleu", *result.bleu}});
  log_info("the average of the last ", files.size(), " checkpoints: validation loss ",
           two_decimals(result.loss), ", greedy BLEU ", two_decimals(*result.bleu),
           better ? ", the best: kept" : ", not better: left out");
  if (better) {
    progress_.best.score = score;
    save_weights(task_.directory.model(), score);
  }
  // Back to the weights of the last step, from which a longer training goes on.
  load_training_state(task_.directory.state(), task_.model, *optimizer_, task_.tokenizers.hash());
}

}  // namespace regard::train
