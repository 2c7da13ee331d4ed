#pragma once
#include <torch/types.h>

namespace regard::ops {

/// Sums over the labels that are not padding; each is a zero-dimensional tensor.
struct TokenLoss {
  torch::Tensor loss_sum;  ///< with label smoothing; has a gradient
  torch::Tensor nll_sum;   ///< negative log-likelihood, without smoothing
  torch::Tensor tokens;    ///< int64: number of labels that are not padding
};

/// Cross-entropy with label smoothing e as torch::cross_entropy_loss defines it, for each label y
/// other than `pad`:
///   (1 - e) (-log p(y)) + e / vocab * sum over all classes c, padding too, of -log p(c).
/// logits (..., vocab), labels (...), int64.
TokenLoss smoothed_cross_entropy(const torch::Tensor& logits, const torch::Tensor& labels,
                                 double smoothing, int64_t pad);

/// smoothed_cross_entropy(states weight^T + bias, labels, smoothing, pad), which is its plain
/// implementation. The fused implementation never holds all logits, which with a large vocabulary
/// are by far the largest tensor of a training step. It projects a few rows at a time, compares
/// them with their labels, and turns them into gradients while they are still in the cache; the
/// backward pass only multiplies by the gradient of the loss. states (tokens, size), weight (vocab,
/// size), bias (vocab), labels (tokens), int64.
TokenLoss projected_cross_entropy(const torch::Tensor& states, const torch::Tensor& weight,
                                  const torch::Tensor& bias, const torch::Tensor& labels,
                                  double smoothing, int64_t pad);

}  // namespace regard::ops
