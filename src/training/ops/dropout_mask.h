#pragma once
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

}  // namespace regard::ops
