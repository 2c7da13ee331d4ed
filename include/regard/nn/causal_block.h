#pragma once
#include "regard/nn/transformer_encoder_block.h"

namespace regard::nn {

struct CausalBlockOutput {
  torch::Tensor states;   ///< (batch, position, size)
  torch::Tensor weights;  ///< (batch, heads, position, earlier + position), if asked for
};

/// One layer of a Transformer that has a decoder only: causal self-attention and feed-forward
/// network (Liu et al., 2018, arXiv:1801.10198; Radford et al., 2018). Parameters are named as
/// those of the encoder's block.
class CausalBlockImpl : public torch::nn::Module {
 public:
  explicit CausalBlockImpl(const TransformerBlockOptions& options);

  /// x (batch, position, size): the positions that follow those in `past` (empty at the beginning),
  /// which grows by them.
  CausalBlockOutput forward(const torch::Tensor& x, KeysValues& past, bool want_weights = false);

 private:
  MultiHeadAttention attention{nullptr};
  AddNorm addnorm1{nullptr};
  FeedForward ffn{nullptr};
  AddNorm addnorm2{nullptr};
};
TORCH_MODULE(CausalBlock);

}  // namespace regard::nn
