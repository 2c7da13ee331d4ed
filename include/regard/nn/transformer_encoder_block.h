#pragma once
#include "regard/nn/add_norm.h"
#include "regard/nn/feed_forward.h"
#include "regard/nn/multi_head_attention.h"

namespace regard::nn {

/// Options of the encoder's and of the decoder's blocks.
struct TransformerBlockOptions {
  int64_t size;
  int64_t heads;
  int64_t ffn_size;
  double dropout = 0.0;            ///< on the result of each sublayer
  double attention_dropout = 0.0;  ///< on attention weights
  bool pre_norm = false;
  Activation activation = Activation::relu;
  bool bias = false;  ///< of the attention's projections
};

struct EncoderBlockOutput {
  torch::Tensor states;   ///< (batch, source, size)
  torch::Tensor weights;  ///< (batch, heads, source, source), if asked for
};

/// One layer of the encoder: self-attention and feed-forward network. Vaswani et al. (2017),
/// section 3.1; d2l 11.7.
class TransformerEncoderBlockImpl : public torch::nn::Module {
 public:
  explicit TransformerEncoderBlockImpl(const TransformerBlockOptions& options);

  /// x (batch, source, size); `mask` broadcasts to (batch, heads, source, source).
  EncoderBlockOutput forward(const torch::Tensor& x, const torch::Tensor& mask,
                             bool want_weights = false);

 private:
  MultiHeadAttention attention{nullptr};
  AddNorm addnorm1{nullptr};
  FeedForward ffn{nullptr};
  AddNorm addnorm2{nullptr};
};
TORCH_MODULE(TransformerEncoderBlock);

}  // namespace regard::nn
