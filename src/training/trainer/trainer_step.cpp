#include "trainer/trainer_step.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/machine.h"
#include "optimizer/step_size.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "trainer/batch_fit.h"
#include "trainer/trainer.h"

namespace regard::train {

std::string places_in_words(std::span<const BatchText> texts) {
  constexpr size_t kMostNamed = 8;
  auto places = join(texts.first(std::min(texts.size(), kMostNamed)), ", ", &BatchText::where);
  if (texts.size() > kMostNamed) places += str(" and ", texts.size() - kMostNamed, " more");
  return places;
}

void fail_not_finite(const std::string& what, int64_t step, std::span<const BatchText> texts,
                     const RunDirectory& directory) {
  std::string lines;
  for (const auto& text : texts) lines += text.where + '\t' + text.text + '\n';
  write_file_atomically(directory.bad_batch(), lines);
  const bool saved = is_there(directory.state());
  throw Error(str(what, " at step ", step, ", in the batch of ", places_in_words(texts)), "",
              str("look at the batch in ", directory.bad_batch(),
                  ", lower training.learning_rate, or raise training.warmup; ",
                  saved ? str("the last good state is in ", directory.state())
                        : std::string("no state was saved yet")),
              ExitCode::failure);
}

namespace {

bool has_bfloat16(torch::Device device) {
  if (!device.is_cpu()) return true;
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports("avx512bf16");  // every processor with AMX also has it
#else
  return false;
#endif
}

}  // namespace

ProductPrecision::ProductPrecision(config::Precision precision, torch::Device device,
                                   config::Bodies ops) {
  using config::Precision;
  if (precision == Precision::fp16) rounded_.emplace(torch::kHalf);
  if (precision == Precision::bf16 && has_bfloat16(device)) rounded_.emplace(torch::kBFloat16);
  if (ops == config::Bodies::plain) plain_.emplace();
}

}  // namespace regard::train

// Trainer: a step, and the handling of one that does not fit in memory or is not finite.
namespace regard::train {

std::optional<Trainer::StepResult> Trainer::step() {
  const ProductPrecision products(progress_.precision, device(), options_.ops);
  task_.model().train();
  task_.set_loss_scale(progress_.loss_scale.factor);
  optimizer_->zero_grad();
  parallel_.begin_step(progress_.step);
  StepResult result{accumulate_gradients()};
  parallel_.end_step(result);
  progress_.position = task_.position();
  if (!std::isfinite(result.loss)) {
    skip(str("the loss is ", result.loss));
    return std::nullopt;
  }
  std::vector<torch::Tensor> gradients;
  for (const auto& parameter : task_.model().parameters()) {
    if (parameter.grad().defined()) gradients.push_back(parameter.grad());
  }
  if (const double factor = progress_.loss_scale.factor; factor != 1) {
    at::_foreach_mul_(gradients, 1 / factor);
  }
  result.gradient_norm = clip_gradients(gradients, options_.clip_norm);
  if (!std::isfinite(result.gradient_norm)) {
    if (progress_.loss_scale.shrink()) {
      if (log_)
        log_->write("loss_scale", progress_.step + 1, {{"factor", progress_.loss_scale.factor}});
      return std::nullopt;
    }
    skip(str("the gradient's norm is ", result.gradient_norm));
    return std::nullopt;
  }
  ++progress_.step;
  follow_schedule();
  optimizer_->step(rate());
  average_.update(progress_.step);
  progress_.loss_scale.step_taken();
  progress_.skipped_in_a_row = 0;
  progress_.source_tokens += result.source_tokens;
  progress_.target_tokens += result.target_tokens;
  return result;
}

StepSums Trainer::accumulate_gradients() {
  std::optional<QuantizedWeights> rounded;
  if (rounds_weights()) rounded.emplace(task_.model());
  const auto carried = task_.carried();
  try {
    return accumulate_gradients(1);
  } catch (const std::exception& error) {
    if (!is_out_of_memory(error) || !parallel_.give_up_step()) throw;
  }
  // The memory held by the exception is freed only here.
  ++progress_.split;
  log_warning("out of memory at step ", progress_.step + 1,
              ": trying again with its batches split");
  optimizer_->zero_grad();
  task_.resume(progress_.position, {carried.begin(), carried.end()});
  return accumulate_in_halves();
}

StepSums Trainer::accumulate_gradients(int64_t parts) {
  return task_.accumulate_gradients(batches_of_update(options_, group_.size()), parts,
                                    [&] { parallel_.before_last_backward(); });
}

StepSums Trainer::accumulate_in_halves() {
  constexpr int64_t kHalves = 2;
  try {
    return accumulate_gradients(kHalves);
  } catch (const std::exception& error) {
    if (!is_out_of_memory(error)) throw;
  }
  throw Error(str("out of memory at step ", progress_.step + 1, ", even with batches split in two"),
              "", "lower training.batch_tokens, and raise training.accumulate by the same factor",
              ExitCode::failure);
}

void Trainer::skip(const std::string& what) {
  ++progress_.skipped;
  ++progress_.skipped_in_a_row;
  const int64_t step = progress_.step + 1;
  if (log_)
    log_->write("skipped", step, {{"in_a_row", static_cast<double>(progress_.skipped_in_a_row)}});
  if (progress_.skipped_in_a_row > options_.max_skipped) {
    const bool went_back = progress_.learning_rate_factor < 1;
    if (went_back) fail_not_finite(what, step, task_.last_texts(), directory_);
    return go_back();
  }
  if (group_.is_first()) {
    log_warning(what, " at step ", step, ": skipped, with the batch of ",
                places_in_words(task_.last_texts()));
  }
}

void Trainer::go_back() {
  constexpr double kSmaller = 0.5;
  if (group_.is_first()) {
    log_warning(progress_.skipped_in_a_row,
                " steps in a row were not finite: continuing with half the learning rate",
                saved_step_ > 0 ? str(" from step ", saved_step_) : std::string());
  }
  if (saved_step_ > 0) {
    // The weights of later validations were written and remain the ones to beat.
    const auto now = progress_;
    resume();
    progress_.best = now.best;
    progress_.skipped = now.skipped;
    progress_.split = now.split;
    progress_.cost = now.cost;
    if (film_) film_.emplace(directory_.path(), progress_.film_bytes);
  }
  progress_.learning_rate_factor = kSmaller;
  progress_.skipped_in_a_row = 0;
  if (log_) log_->write("back", progress_.step, {{"learning_rate_factor", kSmaller}});
}

}  // namespace regard::train

// Trainer: the frames of a film.
namespace regard::train {

bool Trainer::frame_is_due(int64_t before) const {
  if (!film_) return false;
  return has_frame(before, progress_.scheduled, options_.steps) || is_over_by_count();
}

void Trainer::add_frame(const StepResult& step) {
  film_->add({.step = progress_.step,
              .seconds = progress_.cost.seconds,
              .loss = step.loss / static_cast<double>(step.target_tokens),
              .gradient_norm = step.gradient_norm,
              .layers = gradient_norms(task_.model(), step.gradient_norm),
              .sentences = task_.filmed()});
}

}  // namespace regard::train

// Trainer: weights rounded to the 8-bit integers of the quantized model.
namespace regard::train {

bool Trainer::rounds_weights() const {
  const double reached =
      static_cast<double>(progress_.scheduled) / static_cast<double>(options_.steps);
  return options_.quantize_from > 0 && reached >= options_.quantize_from;
}

Validation Trainer::validate_weights(bool with_translations, const InterruptGuard& interrupt) {
  // Rounds from the first step on, so that all scores of the run are of the same kind.
  std::optional<QuantizedWeights> rounded;
  if (options_.quantize_from > 0) rounded.emplace(task_.model());
  return task_.validate(with_translations, [&] { interrupt.stop_if_requested(); });
}

}  // namespace regard::train
