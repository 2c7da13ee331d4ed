#pragma once
#include <cstdint>

namespace regard::corpus {

/// The position of a sampler: everything needed to continue from there.
struct SamplerPosition {
  int64_t epoch = 0;
  int64_t batch = 0;  ///< batches of this epoch given out so far
};

/// Throws Error for a position outside its epoch of `batches` batches.
void check_position(SamplerPosition position, int64_t batches);

}  // namespace regard::corpus
