#include "nn/transformer_encoder_block.h"

namespace regard::nn {

TransformerEncoderBlockImpl::TransformerEncoderBlockImpl(const TransformerBlockOptions& options) {
  attention = register_module("attention", MultiHeadAttention(options.attention()));
  addnorm1 = register_module("addnorm1", AddNorm(options.add_norm()));
  ffn = register_module("ffn", FeedForward(options.feed_forward()));
  addnorm2 = register_module("addnorm2", AddNorm(options.add_norm()));
}

EncoderBlockOutput TransformerEncoderBlockImpl::extend(const torch::Tensor& x, KeysValues& past,
                                                       const ops::AttentionMask& mask,
                                                       bool want_weights) {
  EncoderBlockOutput output;
  const auto attended = addnorm1->around(x, [&](const torch::Tensor& y) {
    auto result = attention->attend_to_itself(y, past, mask, want_weights);
    output.weights = result.weights;
    return result.context;
  });
  output.states = addnorm2->around(attended, [&](const torch::Tensor& y) { return ffn(y); });
  return output;
}

}  // namespace regard::nn
