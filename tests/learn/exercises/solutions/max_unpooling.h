#pragma once
#include <torch/types.h>

#include <tuple>

namespace regard::nn {

struct Pooled {
  torch::Tensor values;   ///< (batch, channel, height / 2, width / 2): maximum of each window
  torch::Tensor indices;  ///< same shape, int64: index in the window, row by row
};

/// The 2 x 2 windows: (batch, channel, height / 2, width / 2, 4).
inline torch::Tensor windows_of(const torch::Tensor& images) {
  TORCH_CHECK(images.dim() == 4 && images.size(2) % 2 == 0 && images.size(3) % 2 == 0,
              "max_pool: images must be (batch, channel, height, width) of even sides, got ",
              images.sizes());
  return images.unflatten(3, {-1, 2}).unflatten(2, {-1, 2}).permute({0, 1, 2, 4, 3, 5}).flatten(4);
}

/// 2 x 2 max pooling that also returns the position of each maximum: the encoder of SegNet
/// (Badrinarayanan, Kendall and Cipolla, 2017, section 3, arXiv:1511.00561).
inline Pooled max_pool(const torch::Tensor& images) {
  const auto [values, indices] = windows_of(images).max(-1);
  return {values, indices};
}

/// Puts each value back in its position, and 0 elsewhere: the decoder of SegNet.
inline torch::Tensor max_unpool(const Pooled& pooled) {
  const auto sizes = pooled.values.sizes();
  auto windows = torch::zeros({sizes[0], sizes[1], sizes[2], sizes[3], 4}, pooled.values.options())
                     .scatter(-1, pooled.indices.unsqueeze(-1), pooled.values.unsqueeze(-1));
  return windows.unflatten(-1, {2, 2}).permute({0, 1, 2, 4, 3, 5}).flatten(4).flatten(2, 3);
}

}  // namespace regard::nn
