#include "regard/nn/transformer_decoder_block.h"

#include "regard/nn/mask.h"

namespace regard::nn {

TransformerDecoderBlockImpl::TransformerDecoderBlockImpl(const TransformerBlockOptions& options) {
  const auto size = options.size;
  const AddNormOptions norm{
      .normalized_shape = {size}, .dropout = options.dropout, .pre_norm = options.pre_norm};
  const MultiHeadAttentionOptions heads{.query_size = size,
                                        .key_size = size,
                                        .value_size = size,
                                        .hidden_size = size,
                                        .heads = options.heads,
                                        .dropout = options.attention_dropout,
                                        .bias = options.bias};
  attention1 = register_module("attention1", MultiHeadAttention(heads));
  addnorm1 = register_module("addnorm1", AddNorm(norm));
  attention2 = register_module("attention2", MultiHeadAttention(heads));
  addnorm2 = register_module("addnorm2", AddNorm(norm));
  ffn = register_module("ffn", FeedForward(FeedForwardOptions{.input_size = size,
                                                              .hidden_size = options.ffn_size,
                                                              .output_size = size,
                                                              .activation = options.activation}));
  addnorm3 = register_module("addnorm3", AddNorm(norm));
}

KeysValues TransformerDecoderBlockImpl::project_memory(const torch::Tensor& states) {
  return attention2->project(states, states);
}

DecoderBlockOutput TransformerDecoderBlockImpl::forward(const torch::Tensor& x, KeysValues& past,
                                                        const KeysValues& memory,
                                                        const torch::Tensor& memory_mask,
                                                        bool want_weights) {
  DecoderBlockOutput output;
  const auto self_attended = addnorm1->around(x, [&](const torch::Tensor& y) {
    past = past.followed_by(attention1->project(y, y));
    const auto mask = causal_mask(y.size(1), past.keys.size(2), y.device());
    auto result = attention1->attend(y, past, mask, want_weights);
    output.self_weights = result.weights;
    return result.context;
  });
  const auto cross_attended = addnorm2->around(self_attended, [&](const torch::Tensor& y) {
    auto result = attention2->attend(y, memory, memory_mask, want_weights);
    output.cross_weights = result.weights;
    return result.context;
  });
  output.states = addnorm3->around(cross_attended, [&](const torch::Tensor& y) { return ffn(y); });
  return output;
}

}  // namespace regard::nn
