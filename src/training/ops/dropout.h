#pragma once
#include <torch/types.h>
#include <cstdint>

namespace regard::ops {

/// The masks of seeded dropout, for functions with loops of their own.
struct DropoutMask {
  double rate = 0.0;
  uint64_t seed = 0;

  /// A new seed from torch's generator; none is drawn where rate is 0.
  static DropoutMask draw(double rate);

  bool active() const { return rate > 0.0; }
  /// output = input, numbers dropped and scaled, of the block `block`; blocks have masks of their
  /// own. The two may not overlap.
  void apply(const float* input, float* output, int64_t size, int64_t block) const;
};

/// In training, sets each number to 0 with probability `rate` and divides the others by 1 - rate;
/// else returns `input`. Plain it is torch::dropout. Fused one seed is drawn from torch's generator
/// for each call and the mask is a hash of seed and position: the same after the same
/// torch::manual_seed for any number of threads, and several times as fast.
torch::Tensor seeded_dropout(const torch::Tensor& input, double rate, bool training);

}  // namespace regard::ops
