#include "regard/train/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace regard::train {

double learning_rate(const config::TrainingOptions& options, int64_t step) {
  const double peak = options.learning_rate;
  const auto now = static_cast<double>(step);
  const auto warmup = static_cast<double>(std::max<int64_t>(options.warmup, 1));
  if (now < warmup) return peak * now / warmup;
  if (options.schedule == "constant") return peak;
  if (options.schedule == "inverse_sqrt") return peak * std::sqrt(warmup / now);
  const double rest = std::max(static_cast<double>(options.steps) - warmup, 1.0);
  const double progress = std::min((now - warmup) / rest, 1.0);
  return peak * 0.5 * (1.0 + std::cos(std::numbers::pi * progress));
}

}  // namespace regard::train
