#include "nn/multi_head_attention.h"

#include "ops/affine.h"
#include "ops/probe.h"

namespace regard::nn {

KeysValues KeysValues::followed_by(const KeysValues& later) const {
  if (empty()) return later;
  return {torch::cat({keys, later.keys}, 1), torch::cat({values, later.values}, 1)};
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

KeysValues MultiHeadAttentionImpl::project(const torch::Tensor& keys, const torch::Tensor& values) {
  const ops::ProbeScope scope("heads", heads_);
  if (!keys.is_same(values))
    return {REGARD_OBSERVED("keys", W_k(keys)), REGARD_OBSERVED("values", W_v(values))};
  const auto both = REGARD_OBSERVED("keys, values", linear_together(keys, {W_k, W_v}));
  return {both[0], both[1]};
}

ops::Attended MultiHeadAttentionImpl::attend(const torch::Tensor& query, const KeysValues& memory,
                                             const ops::AttentionMask& mask, bool want_weights) {
  const ops::ProbeScope scope("heads", heads_);
  return attend_projected(REGARD_OBSERVED("queries", W_q(query)), memory, mask, want_weights);
}

torch::Tensor MultiHeadAttentionImpl::weights_of_first_head(const torch::Tensor& query,
                                                            const KeysValues& memory,
                                                            const ops::AttentionMask& mask) {
  const auto first = [&](const torch::Tensor& of_heads, int64_t dimension) {
    return of_heads.narrow(dimension, 0, of_heads.size(dimension) / heads_);
  };
  const auto bias = W_q->bias.defined() ? first(W_q->bias, 0) : torch::Tensor();
  return ops::head_attention(ops::affine(query, first(W_q->weight, 0), bias),
                             first(memory.keys, -1), first(memory.values, -1), mask,
                             {.heads = 1,
                              .want_weights = true,
                              .w_v = w_v ? first(w_v->weight, 0) : torch::Tensor()})
      .weights;
}

ops::Attended MultiHeadAttentionImpl::attend_to_itself(const torch::Tensor& x, KeysValues& past,
                                                       const ops::AttentionMask& mask,
                                                       bool want_weights) {
  const ops::ProbeScope scope("heads", heads_);
  const auto all = REGARD_OBSERVED("queries, keys, values", linear_together(x, {W_q, W_k, W_v}));
  past = past.followed_by({all[1], all[2]});
  return attend_projected(all[0], past, mask, want_weights);
}

ops::Attended MultiHeadAttentionImpl::attend_projected(const torch::Tensor& queries,
                                                       const KeysValues& memory,
                                                       const ops::AttentionMask& mask,
                                                       bool want_weights) {
  auto attended = ops::head_attention(queries, memory.keys, memory.values, mask,
                                      {.heads = heads_,
                                       .dropout = is_training() ? dropout_ : 0.0,
                                       .want_weights = want_weights,
                                       .w_v = w_v ? w_v->weight : torch::Tensor()});
  attended.context = REGARD_OBSERVED("output", W_o(attended.context));
  return attended;
}

}  // namespace regard::nn
