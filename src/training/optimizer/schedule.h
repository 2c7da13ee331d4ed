#pragma once
#include <cstdint>

#include "config/training_options.h"

namespace regard::train {

/// Learning rate of an update; the first is step 1. A linear warm-up to `learning_rate`, then by
/// `schedule`: constant; learning_rate * sqrt(warmup / step) (Vaswani et al., 2017, section 5.3,
/// with its peak as a parameter); half a cosine (Loshchilov and Hutter, 2017) or a line from the
/// end of the warm-up to 0 at the last step; or wsd, constant until the last `cooldown` steps, then
/// learning_rate * (1 - sqrt(their elapsed share)) (Hägele et al., 2024, arXiv:2405.18392).
double learning_rate(const config::TrainingOptions& options, int64_t step);

}  // namespace regard::train
