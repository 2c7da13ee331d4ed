#include "regard/nn/causal_block.h"

#include "regard/nn/mask.h"

namespace regard::nn {

CausalBlockImpl::CausalBlockImpl(const TransformerBlockOptions& options) {
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

CausalBlockOutput CausalBlockImpl::forward(const torch::Tensor& x, KeysValues& past,
                                           bool want_weights) {
  CausalBlockOutput output;
  const auto attended = addnorm1->around(x, [&](const torch::Tensor& y) {
    past = past.followed_by(attention->project(y, y));
    const auto mask = causal_mask(y.size(1), past.keys.size(2), y.device());
    auto result = attention->attend(y, past, mask, want_weights);
    output.weights = result.weights;
    return result.context;
  });
  output.states = addnorm2->around(attended, [&](const torch::Tensor& y) { return ffn(y); });
  return output;
}

}  // namespace regard::nn
