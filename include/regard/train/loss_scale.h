#pragma once
#include <cstdint>
#include <string>

namespace regard::train {

/// Loss scaling for float16, whose smallest numbers are larger than many gradients: the loss is
/// multiplied by a factor before the backward pass, gradients are divided by it after. The factor
/// grows for as long as nothing overflows (Micikevicius et al., 2018, arXiv:1710.03740,
/// section 3.2).
struct LossScale {
  double factor = 1;
  int64_t steps = 0;  ///< taken since it changed

  /// Where a run of that precision begins: at 1, and for good, unless it is fp16.
  static LossScale of_precision(const std::string& precision);

  /// Doubles the factor after 2,000 steps without an overflow.
  void step_taken();
  /// Halves the factor after a step whose gradients were not finite; says whether it could: at 1
  /// the fault is not the factor's.
  bool shrink();
};

}  // namespace regard::train
