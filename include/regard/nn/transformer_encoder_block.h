#pragma once
#include "regard/nn/transformer_block_options.h"

namespace regard::nn {

struct EncoderBlockOutput {
  torch::Tensor states;   ///< (batch, source, size)
  torch::Tensor weights;  ///< (batch, heads, source, source), if requested
};

/// One layer of the encoder: self-attention and feed-forward network. Vaswani et al. (2017),
/// section 3.1; d2l 11.7.
class TransformerEncoderBlockImpl : public torch::nn::Module {
 public:
  explicit TransformerEncoderBlockImpl(const TransformerBlockOptions& options);

  /// x (batch, source, size), or sentences without padding (tokens, size), as the mask says.
  EncoderBlockOutput forward(const torch::Tensor& x, const ops::AttentionMask& mask,
                             bool want_weights = false);

 private:
  MultiHeadAttention attention{nullptr};
  AddNorm addnorm1{nullptr};
  FeedForward ffn{nullptr};
  AddNorm addnorm2{nullptr};
};
TORCH_MODULE(TransformerEncoderBlock);

}  // namespace regard::nn
