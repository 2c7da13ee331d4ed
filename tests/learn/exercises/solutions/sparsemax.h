#pragma once
#include <torch/types.h>

#include <limits>
#include <tuple>

namespace regard::nn {

/// The point of the simplex nearest to the scores z, in the last dimension:
///   p_i = max(z_i - tau, 0), with tau such that the p_i sum to 1.
/// With scores sorted from the largest, z_(1), the first k stay above 0, where k is the last with
/// 1 + k z_(k) > z_(1) + ... + z_(k); tau = (z_(1) + ... + z_(k) - 1) / k. Martins and Astudillo
/// (2016), proposition 1, arXiv:1602.02068. Where `mask` (broadcasts to the scores; undefined: all
/// true) is false, p is 0; each row needs one true.
inline torch::Tensor sparsemax(const torch::Tensor& scores, const torch::Tensor& mask = {}) {
  constexpr double kNever = -std::numeric_limits<double>::infinity();
  const auto z = mask.defined() ? scores.masked_fill(mask.logical_not(), kNever) : scores;
  const auto sorted = std::get<0>(z.sort(-1, true));
  const auto k = torch::arange(1, z.size(-1) + 1, z.options());
  // Masked scores are minus infinity and never enter the sum.
  const auto support = 1 + k * sorted > sorted.cumsum(-1);
  const auto count = support.sum(-1, true);
  const auto sum = sorted.masked_fill(support.logical_not(), 0).sum(-1, true);
  return (z - (sum - 1) / count).clamp_min(0);
}

}  // namespace regard::nn
