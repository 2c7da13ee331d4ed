#pragma once
#include <torch/types.h>
#include <cstdint>

namespace regard::ops {

/// The masks of seeded dropout, for functions with their own loops.
struct DropoutMask {
  double rate = 0.0;
  uint64_t seed = 0;

  /// Draws a new seed from torch's generator, or none if `rate` is 0.
  static DropoutMask draw(double rate);

  bool active() const { return rate > 0.0; }
  /// Writes the input to output with numbers dropped and scaled by the mask of block number
  /// `block`. The two must not overlap.
  void apply(const float* input, float* output, int64_t size, int64_t block) const;
};

/// In training, sets each number to 0 with probability `rate` and divides the others by 1 - rate;
/// otherwise returns `input`. The plain implementation is torch::dropout. The fused implementation
/// draws one seed per call from torch's generator and hashes seed and position: it is several times
/// faster, and the mask depends only on the seed, not on the number of threads.
torch::Tensor seeded_dropout(const torch::Tensor& input, double rate, bool training);

}  // namespace regard::ops
