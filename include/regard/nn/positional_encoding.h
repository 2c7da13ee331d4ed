#pragma once
#include <torch/types.h>

namespace regard::nn {

/// Rows `first` to `first + count - 1` of the sinusoidal positions, (count, size):
///   P[p][2j] = sin(p / 10000^(2j/size)), P[p][2j + 1] = cos(the same).
/// Vaswani et al. (2017), section 3.5; d2l 11.6. Sines and cosines take turns, as in the book.
/// There is no table and so no longest sentence.
torch::Tensor sinusoidal_positions(int64_t first, int64_t count, int64_t size,
                                   const torch::TensorOptions& options);

}  // namespace regard::nn
