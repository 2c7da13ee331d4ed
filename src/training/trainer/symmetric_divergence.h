#pragma once
#include <torch/types.h>

namespace regard::nn {

/// KL(p || q) + KL(q || p), summed over all rows, of the distributions softmax(p_logits) and
/// softmax(q_logits), both (..., vocab). Has a gradient to both.
torch::Tensor symmetric_divergence(const torch::Tensor& p_logits, const torch::Tensor& q_logits);

}  // namespace regard::nn
