#pragma once
#include <torch/types.h>

#include "architecture/sinusoid_layout.h"

namespace regard::nn {

/// Rows `first` to `first + count - 1` of the sinusoidal positions, (count, size):
///   sin(p w_j) and cos(p w_j) for position p and frequency w_j.
/// Vaswani et al. (2017), section 3.5; d2l 11.6. Computed for any length, without a table.
torch::Tensor sinusoidal_positions(int64_t first, int64_t count, int64_t size,
                                   const torch::TensorOptions& options,
                                   SinusoidLayout layout = SinusoidLayout::interleaved);

/// The rotation that takes position p to p + delta, the same for every p: (size / 2, 2, 2), for
/// each frequency w_j of the interleaved layout
///   [[cos(delta w_j), sin(delta w_j)], [-sin(delta w_j), cos(delta w_j)]],
/// which multiplies the column (sin(p w_j), cos(p w_j)). d2l 11.6.
torch::Tensor position_rotation(int64_t delta, int64_t size, const torch::TensorOptions& options);

}  // namespace regard::nn
