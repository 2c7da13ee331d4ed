#include "regard/nn/dot_product_attention.h"

#include <cmath>

#include "regard/nn/dropout.h"
#include "regard/nn/masked_softmax.h"
#include "regard/nn/rounded_products.h"

namespace regard::nn {

namespace {

// On the CPU the fused kernel stays in float32: it multiplies many small blocks, and in bfloat16
// would take each through a oneDNN primitive.
torch::Tensor rounded_on_gpu(const torch::Tensor& x) {
  const auto type = rounded_type();
  return type && !x.is_cpu() && x.scalar_type() == torch::kFloat ? x.to(*type) : x;
}

}  // namespace

Attended dot_product_attention(const torch::Tensor& query, const torch::Tensor& keys,
                               const torch::Tensor& values, const torch::Tensor& mask,
                               bool want_weights, double dropout_rate) {
  TORCH_CHECK(query.size(-1) == keys.size(-1) && keys.size(-2) == values.size(-2),
              "dot_product_attention: query ", query.sizes(), ", keys ", keys.sizes(),
              " and values ", values.sizes(), " do not fit together");
  if (!want_weights && dropout_rate == 0.0) {
    const auto fused_mask = mask.defined() ? std::optional(mask) : std::nullopt;
    return {at::scaled_dot_product_attention(rounded_on_gpu(query), rounded_on_gpu(keys),
                                             rounded_on_gpu(values), fused_mask)
                .to(query.scalar_type()),
            {}};
  }
  const auto scaled = query / std::sqrt(static_cast<double>(query.size(-1)));
  auto weights = masked_softmax(scaled.matmul(keys.transpose(-2, -1)), mask);  // (..., query, key)
  auto context = seeded_dropout(weights, dropout_rate, true).matmul(values);
  return {std::move(context), want_weights ? std::move(weights) : torch::Tensor()};
}

}  // namespace regard::nn
