#include "optimizer/schedule.h"

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

}  // namespace regard::train
