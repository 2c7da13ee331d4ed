#pragma once
#include "nn/transformer_block_options.h"

namespace regard::nn {

struct EncoderBlockOutput {
  torch::Tensor states;   ///< (batch, source, size)
  torch::Tensor weights;  ///< (batch, heads, source, earlier + source), if requested
};

/// One layer of the encoder: self-attention and feed-forward network. Vaswani et al. (2017),
/// section 3.1; d2l 11.7. With a causal mask it is one layer of a decoder-only Transformer (Liu et
/// al., 2018, arXiv:1801.10198; Radford et al., 2018).
class TransformerEncoderBlockImpl : public torch::nn::Module {
 public:
  explicit TransformerEncoderBlockImpl(const TransformerBlockOptions& options);

  /// x (batch, source, size), or sentences without padding (tokens, size), as the mask says.
  EncoderBlockOutput forward(const torch::Tensor& x, const ops::AttentionMask& mask,
                             bool want_weights = false) {
    KeysValues none;
    return extend(x, none, mask, want_weights);
  }

  /// x (batch, position, size): the positions after those in `past` (empty at first), to which they
  /// are appended.
  EncoderBlockOutput extend(const torch::Tensor& x, KeysValues& past,
                            const ops::AttentionMask& mask, bool want_weights = false);

 private:
  MultiHeadAttention attention{nullptr};
  AddNorm addnorm1{nullptr};
  FeedForward ffn{nullptr};
  AddNorm addnorm2{nullptr};
};
TORCH_MODULE(TransformerEncoderBlock);

}  // namespace regard::nn
