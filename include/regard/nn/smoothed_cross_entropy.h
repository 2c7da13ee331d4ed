#pragma once
#include <torch/types.h>

namespace regard::nn {

/// Sums over the labels that are not padding; each a tensor of no dimensions.
struct TokenLoss {
  torch::Tensor loss_sum;  ///< with label smoothing; has a gradient
  torch::Tensor nll_sum;   ///< negative log-likelihood, without smoothing
  torch::Tensor tokens;    ///< int64: how many they are
};

/// Cross-entropy with label smoothing e as torch::cross_entropy_loss defines it, for each label y
/// other than `pad`:
///   (1 - e) (-log p(y)) + e / vocab * sum over all classes c, padding too, of -log p(c).
/// logits (..., vocab), labels (...), int64. Training takes projected_cross_entropy, which never
/// has all logits at once.
TokenLoss smoothed_cross_entropy(const torch::Tensor& logits, const torch::Tensor& labels,
                                 double smoothing, int64_t pad);

}  // namespace regard::nn
