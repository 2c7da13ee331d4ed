#include "nn/additive_attention.h"

#include "ops/affine.h"
#include "ops/probe.h"

namespace regard::nn {

AdditiveAttentionImpl::AdditiveAttentionImpl(const AdditiveAttentionOptions& options)
    : dropout_(options.dropout) {
  using torch::nn::Linear, torch::nn::LinearOptions;
  const auto map = [&](const char* name, int64_t from, int64_t to) {
    return register_module(name, Linear(LinearOptions(from, to).bias(false)));
  };
  W_q = map("W_q", options.query_size, options.hidden_size);
  W_k = map("W_k", options.key_size, options.hidden_size);
  w_v = map("w_v", options.hidden_size, 1);
}

torch::Tensor AdditiveAttentionImpl::project_keys(const torch::Tensor& keys) {
  return REGARD_OBSERVED("keys", ops::affine(keys, W_k->weight));
}

ops::Attended AdditiveAttentionImpl::forward(const torch::Tensor& query,
                                             const torch::Tensor& projected_keys,
                                             const torch::Tensor& values,
                                             const torch::Tensor& mask) {
  TORCH_CHECK(query.dim() == 3, "AdditiveAttention: query must be (batch, query, query_size), got ",
              query.sizes());
  TORCH_CHECK(
      projected_keys.dim() == 3 && values.dim() == 3 && projected_keys.size(0) == query.size(0) &&
          projected_keys.size(1) == values.size(1) && projected_keys.size(2) == W_q->weight.size(0),
      "AdditiveAttention: keys must be (batch, key, hidden_size) and values (batch, key, "
      "value_size), got ",
      projected_keys.sizes(), " and ", values.sizes(), " for query ", query.sizes());
  return ops::additive_attention(W_q(query), with_memory(projected_keys, values, mask));
}

ops::AdditiveMemory AdditiveAttentionImpl::with_memory(const torch::Tensor& projected_keys,
                                                       const torch::Tensor& values,
                                                       const torch::Tensor& mask) const {
  return {.W_q = W_q->weight,
          .w_v = w_v->weight.squeeze(0),
          .keys = projected_keys,
          .values = values,
          .mask = mask,
          .dropout = is_training() ? dropout_ : 0.0};
}

}  // namespace regard::nn
