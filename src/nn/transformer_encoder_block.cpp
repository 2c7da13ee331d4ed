#include "regard/nn/transformer_encoder_block.h"

namespace regard::nn {

TransformerEncoderBlockImpl::TransformerEncoderBlockImpl(const TransformerBlockOptions& options) {
  const auto size = options.size;
  const AddNormOptions norm{
      .normalized_shape = {size}, .dropout = options.dropout, .pre_norm = options.pre_norm};
  attention = register_module("attention", MultiHeadAttention(MultiHeadAttentionOptions{
                                               .query_size = size,
                                               .key_size = size,
                                               .value_size = size,
                                               .hidden_size = size,
                                               .heads = options.heads,
                                               .dropout = options.attention_dropout,
                                               .bias = options.bias}));
  addnorm1 = register_module("addnorm1", AddNorm(norm));
  ffn = register_module("ffn", FeedForward(FeedForwardOptions{.input_size = size,
                                                              .hidden_size = options.ffn_size,
                                                              .output_size = size,
                                                              .activation = options.activation}));
  addnorm2 = register_module("addnorm2", AddNorm(norm));
}

EncoderBlockOutput TransformerEncoderBlockImpl::forward(const torch::Tensor& x,
                                                        const torch::Tensor& mask,
                                                        bool want_weights) {
  EncoderBlockOutput output;
  const auto attended = addnorm1->around(x, [&](const torch::Tensor& y) {
    auto result = attention(y, y, y, mask, want_weights);
    output.weights = result.weights;
    return result.context;
  });
  output.states = addnorm2->around(attended, [&](const torch::Tensor& y) { return ffn(y); });
  return output;
}

}  // namespace regard::nn
