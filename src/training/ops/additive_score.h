#pragma once
#include <torch/types.h>

namespace regard::ops {

/// score(b, q, k) = w_v . tanh(query(b, q) + key(b, k)), the additive score of Bahdanau et al.
/// (2015), appendix A.1.2, arXiv:1409.0473. query (batch, query, hidden), keys (batch, key,
/// hidden), w_v (hidden) -> (batch, query, key).
torch::Tensor additive_score(const torch::Tensor& query, const torch::Tensor& keys,
                             const torch::Tensor& w_v);

}  // namespace regard::ops
