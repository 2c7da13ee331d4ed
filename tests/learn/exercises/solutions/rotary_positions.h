#pragma once
#include <torch/types.h>

namespace regard::nn {

/// Rotates each pair of neighbors in x (..., position, size), whose first row has position `first`,
/// by an angle proportional to the position p:
///   (x_2j, x_2j+1) -> (x_2j cos p w_j - x_2j+1 sin p w_j, x_2j sin p w_j + x_2j+1 cos p w_j),
/// w_j = 10000^(-2j / size). The dot product of queries and keys then depends only on the
/// distance between their positions. Su et al. (2021), equations 14 to 16 and 34, arXiv:2104.09864.
/// Throws c10::Error for an odd size.
inline torch::Tensor rotary_positions(const torch::Tensor& x, int64_t first = 0) {
  const int64_t count = x.size(-2), size = x.size(-1);
  TORCH_CHECK(size % 2 == 0, "rotary_positions: size must be even, got ", size);
  const auto p = torch::arange(first, first + count, x.options()).unsqueeze(1);
  const auto w =
      torch::pow(10000.0, -torch::arange(0, size, 2, x.options()) / static_cast<double>(size));
  const auto sine = (p * w).sin(), cosine = (p * w).cos();  // (position, size / 2)
  const auto pairs = x.unflatten(-1, {-1, 2}).unbind(-1);
  return torch::stack({pairs[0] * cosine - pairs[1] * sine, pairs[0] * sine + pairs[1] * cosine},
                      -1)
      .flatten(-2);
}

}  // namespace regard::nn
