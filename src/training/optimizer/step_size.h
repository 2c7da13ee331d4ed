#pragma once
#include <torch/types.h>
#include <cstdint>
#include <vector>

#include "config/training_options.h"

namespace regard::train {

/// Learning rate of an update; the first is step 1. A linear warm-up to `learning_rate` is followed
/// by `schedule`: constant; learning_rate * sqrt(warmup / step) (Vaswani et al., 2017, section 5.3,
/// with its peak as a parameter); half a cosine (Loshchilov and Hutter, 2017) or a line from the
/// end of the warm-up to 0 at the last step; or wsd, constant until the last `cooldown` steps, then
/// learning_rate * (1 - sqrt(their elapsed share)) (Hägele et al., 2024, arXiv:2405.18392).
double learning_rate(const config::TrainingOptions& options, int64_t step);

/// Scales all gradients together to a norm of at most `largest` (Pascanu et al., 2013): factor
/// min(1, largest / norm), as in d2l 9.5. With `largest` 0, scales nothing. Returns the norm before
/// scaling.
double clip_gradients(const std::vector<torch::Tensor>& gradients, double largest);

/// Loss scaling for float16, whose smallest numbers exceed many gradients: the loss is multiplied
/// by a factor before the backward pass, and gradients are divided by it afterwards. The factor
/// grows as long as nothing overflows (Micikevicius et al., 2018, arXiv:1710.03740, section 3.2).
struct LossScale {
  double factor = 1;
  int64_t steps = 0;  ///< steps since the factor last changed

  /// The initial factor for a precision. Except for fp16, it is 1 during the whole run.
  static LossScale of_precision(config::Precision precision);

  /// Doubles the factor after 2,000 steps without an overflow.
  void step_taken();
  /// Halves the factor after a step with non-finite gradients. Returns false if the factor is
  /// already 1 and so cannot be the cause.
  bool shrink();
};

}  // namespace regard::train
