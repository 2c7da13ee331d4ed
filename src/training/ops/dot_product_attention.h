#pragma once
#include "ops/attended.h"

namespace regard::ops {

/// Scaled dot-product attention: softmax(Q K' / sqrt(size)) V. Vaswani et al. (2017),
/// section 3.2.1, arXiv:1706.03762; d2l 11.3. query (..., query, size), keys (..., key, size),
/// values (..., key, value_size); `mask` broadcasts to
/// (..., query, key). `dropout_rate` is that of the weights, 0 outside training.
/// Without `want_weights` and dropout, LibTorch's fused kernel computes it; `mask` must then leave
/// each query at least one key.
Attended dot_product_attention(const torch::Tensor& query, const torch::Tensor& keys,
                               const torch::Tensor& values, const torch::Tensor& mask = {},
                               bool want_weights = false, double dropout_rate = 0.0);

}  // namespace regard::ops
