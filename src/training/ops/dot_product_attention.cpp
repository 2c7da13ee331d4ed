#include "ops/head_attention.h"

#include <cmath>

#include "ops/bodies.h"
#include "ops/dropout.h"
#include "ops/probe.h"

namespace regard::ops {

torch::Tensor masked_softmax(const torch::Tensor& scores, const torch::Tensor& given) {
  const auto mask = REGARD_OBSERVED("mask", given);
  const auto allowed =
      mask.defined()
          ? REGARD_OBSERVED("masked scores", scores.masked_fill(mask.logical_not(), -1e6))
          : scores;
  return REGARD_OBSERVED("attention weights", allowed.softmax(-1));
}

namespace {

// On the CPU the fused kernel stays in float32: it multiplies many small blocks, each of which
// would call a oneDNN primitive in bfloat16.
torch::Tensor rounded_on_gpu(const torch::Tensor& x) {
  const auto type = rounded_type();
  return type && !x.is_cpu() && x.scalar_type() == torch::kFloat ? x.to(*type) : x;
}

Attended plain_dot_product_attention(const torch::Tensor& query, const torch::Tensor& keys,
                                     const torch::Tensor& values, const torch::Tensor& mask,
                                     double dropout_rate) {
  const auto scaled =
      REGARD_OBSERVED("scaled queries", query / std::sqrt(static_cast<double>(query.size(-1))));
  auto weights =  // (..., query, key)
      masked_softmax(REGARD_OBSERVED("scores", scaled.matmul(keys.transpose(-2, -1))), mask);
  auto context = REGARD_OBSERVED(
      "context", seeded_dropout(weights, dropout_rate, dropout_rate > 0).matmul(values));
  return {std::move(context), std::move(weights)};
}

// LibTorch's own kernel, which returns no weights.
torch::Tensor fused_dot_product_attention(const torch::Tensor& query, const torch::Tensor& keys,
                                          const torch::Tensor& values, const torch::Tensor& mask) {
  const auto given_mask = mask.defined() ? std::optional(mask) : std::nullopt;
  return at::scaled_dot_product_attention(rounded_on_gpu(query), rounded_on_gpu(keys),
                                          rounded_on_gpu(values), given_mask)
      .to(query.scalar_type());
}

}  // namespace

Attended dot_product_attention(const torch::Tensor& query, const torch::Tensor& keys,
                               const torch::Tensor& values, const torch::Tensor& mask,
                               bool want_weights, double dropout_rate) {
  TORCH_CHECK(query.size(-1) == keys.size(-1) && keys.size(-2) == values.size(-2),
              "dot_product_attention: query ", query.sizes(), ", keys ", keys.sizes(),
              " and values ", values.sizes(), " do not fit together");
  if (may_fuse() && !want_weights && dropout_rate == 0.0)
    return {fused_dot_product_attention(query, keys, values, mask), {}};
  auto attended = plain_dot_product_attention(query, keys, values, mask, dropout_rate);
  if (!want_weights) attended.weights.reset();
  return attended;
}

}  // namespace regard::ops
