#include "regard/nn/causal_block.h"

#include "regard/nn/mask.h"

namespace regard::nn {

CausalBlockImpl::CausalBlockImpl(const TransformerBlockOptions& options) {
  attention = register_module("attention", MultiHeadAttention(options.attention()));
  addnorm1 = register_module("addnorm1", AddNorm(options.add_norm()));
  ffn = register_module("ffn", FeedForward(options.feed_forward()));
  addnorm2 = register_module("addnorm2", AddNorm(options.add_norm()));
}

CausalBlockOutput CausalBlockImpl::forward(const torch::Tensor& x, KeysValues& past,
                                           bool want_weights) {
  CausalBlockOutput output;
  const auto attended = addnorm1->around(x, [&](const torch::Tensor& y) {
    const auto mask = causal_mask(y.size(1), past.length() + y.size(1), y.device());
    auto result = attention->attend_to_itself(y, past, mask, want_weights);
    output.weights = result.weights;
    return result.context;
  });
  output.states = addnorm2->around(attended, [&](const torch::Tensor& y) { return ffn(y); });
  return output;
}

}  // namespace regard::nn
