#pragma once
#include <torch/types.h>

namespace regard::nn {

/// The slope m_h = 2^(-8 h / heads) of each head h = 1, ..., heads: (heads). Press, Smith and Lewis
/// (2022), section 3, arXiv:2108.12409.
inline torch::Tensor alibi_slopes(int64_t heads, const torch::TensorOptions& options) {
  const auto h = torch::arange(1, heads + 1, options);
  return torch::exp2(-8 * h / static_cast<double>(heads));
}

/// The bias that ALiBi adds to the scores of each head: -m_h |i - j| for query i and key j, (heads,
/// queries, keys). The queries are at the last positions of the keys, as in causal_mask. In the
/// paper by Press et al. (2022), attention is causal, so the distance is i - j.
inline torch::Tensor alibi_bias(int64_t heads, int64_t queries, int64_t keys,
                                const torch::TensorOptions& options) {
  const auto i = torch::arange(keys - queries, keys, options).unsqueeze(1);
  const auto distance = (i - torch::arange(keys, options)).abs();  // (queries, keys)
  return -alibi_slopes(heads, options).view({-1, 1, 1}) * distance;
}

}  // namespace regard::nn
