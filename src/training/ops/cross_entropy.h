#pragma once
#include <torch/types.h>

namespace regard::ops {

/// Sums over the labels that are not padding; each a tensor of no dimensions.
struct TokenLoss {
  torch::Tensor loss_sum;  ///< with label smoothing; has a gradient
  torch::Tensor nll_sum;   ///< negative log-likelihood, without smoothing
  torch::Tensor tokens;    ///< int64: their number
};

/// Cross-entropy with label smoothing e as torch::cross_entropy_loss defines it, for each label y
/// other than `pad`:
///   (1 - e) (-log p(y)) + e / vocab * sum over all classes c, padding too, of -log p(c).
/// logits (..., vocab), labels (...), int64.
TokenLoss smoothed_cross_entropy(const torch::Tensor& logits, const torch::Tensor& labels,
                                 double smoothing, int64_t pad);

/// smoothed_cross_entropy(states weight^T + bias, labels, smoothing, pad), which is its plain body.
/// Fused it never holds all logits, which with a large vocabulary are by far the largest tensor of
/// a training step. A few rows at a time are projected, compared with their labels, and turned into
/// gradients while they are still in the cache; the backward pass has nothing left to multiply but
/// the loss's own gradient. states (tokens, size), weight (vocab, size), bias (vocab), labels
/// (tokens), int64.
TokenLoss projected_cross_entropy(const torch::Tensor& states, const torch::Tensor& weight,
                                  const torch::Tensor& bias, const torch::Tensor& labels,
                                  double smoothing, int64_t pad);

}  // namespace regard::ops
