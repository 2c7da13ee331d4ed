#pragma once
#include <torch/nn/modules/embedding.h>
#include <torch/nn/pimpl.h>
#include <torch/types.h>

#include "architecture/layer_kinds.h"

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

/// A learned vector for each position up to a maximum. Gehring et al. (2017), section 3.1,
/// arXiv:1705.03122; d2l 11.6 mentions it as an alternative.
class LearnedPositionsImpl : public torch::nn::Module {
 public:
  LearnedPositionsImpl(int64_t max_length, int64_t size);

  /// Rows `first` to `first + count - 1`, (count, size). Throws c10::Error if any is missing.
  torch::Tensor forward(int64_t first, int64_t count);

  int64_t max_length() const { return pos_embedding->options.num_embeddings(); }

 private:
  torch::nn::Embedding pos_embedding{nullptr};
};
TORCH_MODULE(LearnedPositions);

}  // namespace regard::nn
