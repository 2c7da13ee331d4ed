#include "ops/head_attention.h"

#include "ops/bodies.h"
#include "ops/dot_product_attention.h"
#include "ops/dropout.h"
#include "ops/fused_head_attention.h"
#include "ops/masked_softmax.h"

namespace regard::ops {
namespace {

// (batch, position, heads * width) -> (batch, heads, position, width)
torch::Tensor into_heads(const torch::Tensor& columns, int64_t heads) {
  return columns.unflatten(-1, {heads, -1}).transpose(1, 2);
}

// queries, keys and values (batch, heads, position, width)
Attended additive_attention(const torch::Tensor& queries, const torch::Tensor& keys,
                            const torch::Tensor& values, const torch::Tensor& mask,
                            const HeadAttentionOptions& options) {
  const auto features =
      (queries.unsqueeze(3) + keys.unsqueeze(2)).tanh();    // (batch, heads, query, key, width)
  const auto w_v = options.w_v.unsqueeze(1).unsqueeze(-1);  // (heads, 1, width, 1)
  auto weights = masked_softmax(features.matmul(w_v).squeeze(-1), mask);
  auto context = seeded_dropout(weights, options.dropout, options.dropout > 0).matmul(values);
  return {std::move(context), std::move(weights)};
}

Attended plain_head_attention(const torch::Tensor& queries, const torch::Tensor& keys,
                              const torch::Tensor& values, const torch::Tensor& mask,
                              const HeadAttentionOptions& options) {
  const auto q = into_heads(queries, options.heads), k = into_heads(keys, options.heads),
             v = into_heads(values, options.heads);
  auto attended = options.w_v.defined()
                      ? additive_attention(q, k, v, mask, options)
                      : dot_product_attention(q, k, v, mask, options.want_weights, options.dropout);
  attended.context = attended.context.transpose(1, 2).flatten(2);
  if (!options.want_weights) attended.weights.reset();
  return attended;
}

}  // namespace

Attended head_attention(const torch::Tensor& queries, const torch::Tensor& keys,
                        const torch::Tensor& values, const AttentionMask& mask,
                        const HeadAttentionOptions& options) {
  const auto* sentences = mask.sentences();
  if (sentences == nullptr)
    return plain_head_attention(queries, keys, values, mask.allowed(), options);
  check_fit(queries, keys, values, *sentences, options.heads);
  const bool has_fused = !options.w_v.defined() && options.dropout == 0.0 && !options.want_weights;
  if (has_fused && may_fuse(queries))
    return {fused_head_attention(queries, keys, values, *sentences, options.heads), {}};
  auto attended =
      plain_head_attention(sentences->queries.unpack(queries), sentences->keys.unpack(keys),
                           sentences->keys.unpack(values), mask.allowed(), options);
  attended.context = sentences->queries.pack(attended.context);
  return attended;
}

}  // namespace regard::ops
