#pragma once
#include <cstdint>

#include "config/training_options.h"

namespace regard::train {

/// Loss scaling for float16, whose smallest numbers exceed many gradients: the loss is multiplied
/// by a factor before the backward pass, and gradients are divided by it afterwards. The factor
/// grows as long as nothing overflows (Micikevicius et al., 2018, arXiv:1710.03740, section 3.2).
struct LossScale {
  double factor = 1;
  int64_t steps = 0;  ///< taken since the last change

  /// The initial factor for a precision: 1, for good, unless it is fp16.
  static LossScale of_precision(config::Precision precision);

  /// Doubles the factor after 2,000 steps without an overflow.
  void step_taken();
  /// Halves the factor after a step with non-finite gradients. Returns false at 1: then the factor
  /// is not to blame.
  bool shrink();
};

}  // namespace regard::train
