#pragma once
#include <cstdint>

#include "regard/config/training_options.h"

namespace regard::train {

/// Learning rate of an update; the first is step 1. A linear warm-up to `learning_rate`, then what
/// `schedule` says: constant; learning_rate * sqrt(warmup / step) (Vaswani et al., 2017,
/// section 5.3, with its peak as a parameter); or half a cosine from the end of the warm-up to 0 at
/// the last step (Loshchilov and Hutter, 2017).
double learning_rate(const config::TrainingOptions& options, int64_t step);

}  // namespace regard::train
