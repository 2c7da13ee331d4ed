#pragma once
#include "regard/nn/transformer_encoder_block.h"

namespace regard::nn {

struct CausalBlockOutput {
  torch::Tensor states;   ///< (batch, position, size)
  torch::Tensor weights;  ///< (batch, heads, position, earlier + position), if requested
};

/// One layer of a decoder-only Transformer: causal self-attention and feed-forward network (Liu et
/// al., 2018, arXiv:1801.10198; Radford et al., 2018). Parameters are named like those of the
/// encoder's block.
class CausalBlockImpl : public torch::nn::Module {
 public:
  explicit CausalBlockImpl(const TransformerBlockOptions& options);

  /// x (batch, position, size): the positions after those in `past` (empty at first), to which they
  /// are appended.
  CausalBlockOutput forward(const torch::Tensor& x, KeysValues& past, bool want_weights = false);

 private:
  MultiHeadAttention attention{nullptr};
  AddNorm addnorm1{nullptr};
  FeedForward ffn{nullptr};
  AddNorm addnorm2{nullptr};
};
TORCH_MODULE(CausalBlock);

}  // namespace regard::nn
