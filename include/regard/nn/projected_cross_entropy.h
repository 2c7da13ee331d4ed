#pragma once
#include <torch/types.h>

#include "regard/nn/smoothed_cross_entropy.h"

namespace regard::nn {

/// smoothed_cross_entropy(states weight^T + bias, labels, smoothing, pad) without its logits: a
/// large vocabulary's are by far the largest tensor of a training step. On the CPU in single
/// precision a few rows at a time are projected, compared with their labels, and turned into
/// gradients while they are still in the cache; the backward pass has nothing left to multiply but
/// the loss's own gradient. Elsewhere it is that composition.
/// states (tokens, size), weight (vocab, size), bias (vocab), labels (tokens), int64.
TokenLoss projected_cross_entropy(const torch::Tensor& states, const torch::Tensor& weight,
                                  const torch::Tensor& bias, const torch::Tensor& labels,
                                  double smoothing, int64_t pad);

}  // namespace regard::nn
