#include "optimizer/step_size.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace regard::train {
namespace {

using config::Schedule;

/// Elapsed share of the steps from `first` to `last` at `now`, from 0 to 1.
double share_over(int64_t now, int64_t first, int64_t last) {
  const auto length = static_cast<double>(std::max<int64_t>(last - first, 1));
  return std::clamp(static_cast<double>(now - first) / length, 0.0, 1.0);
}

}  // namespace

double learning_rate(const config::TrainingOptions& options, int64_t step) {
  const double peak = options.learning_rate;
  const int64_t warmup = std::max<int64_t>(options.warmup, 1);
  if (step < warmup) return peak * static_cast<double>(step) / static_cast<double>(warmup);
  if (options.schedule == Schedule::constant) return peak;
  if (options.schedule == Schedule::inverse_sqrt) {
    return peak * std::sqrt(static_cast<double>(warmup) / static_cast<double>(step));
  }
  if (options.schedule == Schedule::wsd) {
    constexpr int64_t kShareOfSteps = 5;
    const int64_t cooldown =
        options.cooldown > 0 ? options.cooldown : options.steps / kShareOfSteps;
    const int64_t begin = std::max(warmup, options.steps - cooldown);
    return peak * (1.0 - std::sqrt(share_over(step, begin, options.steps)));
  }
  const double over = share_over(step, warmup, options.steps);
  if (options.schedule == Schedule::linear) return peak * (1.0 - over);
  return peak * 0.5 * (1.0 + std::cos(std::numbers::pi * over));
}

double clip_gradients(const std::vector<torch::Tensor>& gradients, double largest) {
  if (gradients.empty()) return 0.0;
  const torch::NoGradGuard no_grad;
  const auto norm =
      torch::stack(at::_foreach_norm(gradients, 2)).to(torch::kFloat64).norm().item<double>();
  if (largest > 0 && norm > largest) at::_foreach_mul_(gradients, largest / norm);
  return norm;
}

namespace {

constexpr double kFirst = 65536, kLargest = 16777216;
constexpr int64_t kStepsToGrow = 2000;

}  // namespace

LossScale LossScale::of_precision(config::Precision precision) {
  return {.factor = precision == config::Precision::fp16 ? kFirst : 1};
}

void LossScale::step_taken() {
  if (factor == 1 || ++steps < kStepsToGrow) return;
  steps = 0;
  if (factor < kLargest) factor *= 2;
}

bool LossScale::shrink() {
  if (factor <= 1) return false;
  factor /= 2;
  steps = 0;
  return true;
}

}  // namespace regard::train
