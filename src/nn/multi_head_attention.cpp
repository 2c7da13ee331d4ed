#include "regard/nn/multi_head_attention.h"

#include "regard/nn/dot_product_attention.h"
#include "regard/nn/dropout.h"
#include "regard/nn/masked_softmax.h"
#include "regard/nn/packed_attention.h"

namespace regard::nn {

KeysValues KeysValues::followed_by(const KeysValues& later) const {
  if (empty()) return later;
  return {torch::cat({keys, later.keys}, 2), torch::cat({values, later.values}, 2)};
}

MultiHeadAttentionImpl::MultiHeadAttentionImpl(const MultiHeadAttentionOptions& options)
    : heads_(options.heads), dropout_(options.dropout) {
  const bool has_widths = options.key_width > 0 && options.value_width > 0;
  TORCH_CHECK(has_widths || options.hidden_size % options.heads == 0,
              "MultiHeadAttention: hidden_size (", options.hidden_size,
              ") must be divisible by heads (", options.heads, ")");
  const int64_t share = options.hidden_size / options.heads;
  const int64_t key_width = options.key_width > 0 ? options.key_width : share;
  const int64_t value_width = options.value_width > 0 ? options.value_width : share;
  using torch::nn::LinearOptions;
  const auto projection = [&](const char* name, int64_t input_size, int64_t output_size) {
    return register_module(name, Linear(LinearOptions(input_size, output_size).bias(options.bias)));
  };
  W_q = projection("W_q", options.query_size, heads_ * key_width);
  W_k = projection("W_k", options.key_size, heads_ * key_width);
  W_v = projection("W_v", options.value_size, heads_ * value_width);
  W_o = projection("W_o", heads_ * value_width, options.hidden_size);
  if (options.score == AttentionScore::additive) {
    w_v = register_module("w_v", Linear(LinearOptions(key_width, heads_).bias(false)));
  }
}

// (batch, position, heads * width) -> (batch, heads, position, width)
torch::Tensor MultiHeadAttentionImpl::split(const torch::Tensor& projected) const {
  return projected.unflatten(-1, {heads_, -1}).transpose(1, 2);
}

KeysValues MultiHeadAttentionImpl::project(const torch::Tensor& keys, const torch::Tensor& values) {
  if (!keys.is_same(values)) return {split(W_k(keys)), split(W_v(values))};
  const auto both = linear_together(keys, {W_k, W_v});
  return {split(both[0]), split(both[1])};
}

Attended MultiHeadAttentionImpl::attend(const torch::Tensor& query, const KeysValues& memory,
                                        const torch::Tensor& mask, bool want_weights) {
  TORCH_CHECK(query.dim() == 3,
              "MultiHeadAttention: query must be (batch, query, query_size), got ", query.sizes());
  return attend_projected(split(W_q(query)), memory, mask, want_weights);
}

Attended MultiHeadAttentionImpl::attend_to_itself(const torch::Tensor& x, KeysValues& past,
                                                  const torch::Tensor& mask, bool want_weights) {
  const auto all = linear_together(x, {W_q, W_k, W_v});
  past = past.followed_by({split(all[1]), split(all[2])});
  return attend_projected(split(all[0]), past, mask, want_weights);
}

torch::Tensor MultiHeadAttentionImpl::attend_packed(const torch::Tensor& x,
                                                    const SentenceRows& rows_of_x,
                                                    const torch::Tensor& memory,
                                                    const SentenceRows& rows_of_memory) {
  const auto both = linear_together(memory, {W_k, W_v});
  return W_o(packed_attention(W_q(x), both[0], both[1], heads_, rows_of_x, rows_of_memory, false));
}

torch::Tensor MultiHeadAttentionImpl::attend_to_itself_packed(const torch::Tensor& x,
                                                              const SentenceRows& rows,
                                                              bool causal) {
  const auto all = linear_together(x, {W_q, W_k, W_v});
  return W_o(packed_attention(all[0], all[1], all[2], heads_, rows, rows, causal));
}

// queries (batch, heads, query, key_width)
Attended MultiHeadAttentionImpl::attend_projected(const torch::Tensor& queries,
                                                  const KeysValues& memory,
                                                  const torch::Tensor& mask, bool want_weights) {
  auto attended = w_v ? attend_additively(queries, memory, mask, want_weights)
                      : dot_product_attention(queries, memory.keys, memory.values, mask,
                                              want_weights, is_training() ? dropout_ : 0.0);
  attended.context =
      W_o(attended.context.transpose(1, 2).flatten(2));  // (batch, query, hidden_size)
  return attended;
}

Attended MultiHeadAttentionImpl::attend_additively(const torch::Tensor& query,
                                                   const KeysValues& memory,
                                                   const torch::Tensor& mask,
                                                   bool want_weights) const {
  const auto features =
      (query.unsqueeze(3) + memory.keys.unsqueeze(2)).tanh();  // (batch, heads, query, key, width)
  const auto head_vectors = w_v->weight.unsqueeze(1).unsqueeze(-1);  // (heads, 1, width, 1)
  auto weights = masked_softmax(features.matmul(head_vectors).squeeze(-1), mask);
  auto context = seeded_dropout(weights, dropout_, is_training()).matmul(memory.values);
  return {std::move(context), want_weights ? std::move(weights) : torch::Tensor()};
}

}  // namespace regard::nn
