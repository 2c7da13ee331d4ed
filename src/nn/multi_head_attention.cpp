#include "regard/nn/multi_head_attention.h"

#include "regard/nn/dot_product_attention.h"

namespace regard::nn {

KeysValues KeysValues::followed_by(const KeysValues& later) const {
  if (empty()) return later;
  return {torch::cat({keys, later.keys}, 2), torch::cat({values, later.values}, 2)};
}

MultiHeadAttentionImpl::MultiHeadAttentionImpl(const MultiHeadAttentionOptions& options)
    : heads_(options.heads), dropout_(options.dropout) {
  TORCH_CHECK(options.hidden_size % options.heads == 0, "MultiHeadAttention: hidden_size (",
              options.hidden_size, ") must be divisible by heads (", options.heads, ")");
  const auto projection = [&](const char* name, int64_t input_size) {
    using torch::nn::Linear, torch::nn::LinearOptions;
    return register_module(
        name, Linear(LinearOptions(input_size, options.hidden_size).bias(options.bias)));
  };
  W_q = projection("W_q", options.query_size);
  W_k = projection("W_k", options.key_size);
  W_v = projection("W_v", options.value_size);
  W_o = projection("W_o", options.hidden_size);
}

// (batch, position, hidden_size) -> (batch, heads, position, width)
torch::Tensor MultiHeadAttentionImpl::split(const torch::Tensor& projected) const {
  return projected.unflatten(-1, {heads_, -1}).transpose(1, 2);
}

KeysValues MultiHeadAttentionImpl::project(const torch::Tensor& keys, const torch::Tensor& values) {
  return {split(W_k(keys)), split(W_v(values))};
}

Attended MultiHeadAttentionImpl::attend(const torch::Tensor& query, const KeysValues& memory,
                                        const torch::Tensor& mask, bool want_weights) {
  TORCH_CHECK(query.dim() == 3,
              "MultiHeadAttention: query must be (batch, query, query_size), got ", query.sizes());
  auto attended = dot_product_attention(split(W_q(query)), memory.keys, memory.values, mask,
                                        want_weights, is_training() ? dropout_ : 0.0);
  attended.context =
      W_o(attended.context.transpose(1, 2).flatten(2));  // (batch, query, hidden_size)
  return attended;
}

}  // namespace regard::nn
