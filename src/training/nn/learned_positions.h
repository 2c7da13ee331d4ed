#pragma once
#include <torch/nn/modules/embedding.h>
#include <torch/nn/pimpl.h>

namespace regard::nn {

/// A learned vector for each position up to a maximum. Gehring et al. (2017),
/// section 3.1, arXiv:1705.03122; d2l 11.6 mentions it as the alternative.
class LearnedPositionsImpl : public torch::nn::Module {
 public:
  LearnedPositionsImpl(int64_t max_length, int64_t size);

  /// Rows `first` to `first + count - 1`, (count, size). Throws c10::Error if the table is shorter.
  torch::Tensor forward(int64_t first, int64_t count);

  int64_t max_length() const { return pos_embedding->options.num_embeddings(); }

 private:
  torch::nn::Embedding pos_embedding{nullptr};
};
TORCH_MODULE(LearnedPositions);

}  // namespace regard::nn
