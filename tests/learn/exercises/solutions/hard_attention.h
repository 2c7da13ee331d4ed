#pragma once
#include <torch/types.h>

namespace regard::nn {

struct HardlyAttended {
  torch::Tensor context;   ///< (batch, size): the value of one key
  torch::Tensor choice;    ///< (batch), int64: index of this key
  torch::Tensor log_prob;  ///< (batch): log of its weight
};

/// Attention to one key, drawn from softmax(scores). Xu et al. (2015), section 4.1,
/// arXiv:1502.03044. scores (batch, key), values (batch, key, size); uniform (batch), in [0, 1),
/// draws the first key whose cumulative weight exceeds it.
inline HardlyAttended hard_attention(const torch::Tensor& scores, const torch::Tensor& values,
                                     const torch::Tensor& uniform) {
  const auto log_weights = scores.log_softmax(-1);
  const auto below = log_weights.detach().exp().cumsum(-1) <= uniform.unsqueeze(-1);
  const auto choice = below.sum(-1).clamp_max(scores.size(-1) - 1);
  const auto rows = torch::arange(scores.size(0));
  return {values.index({rows, choice}), choice, log_weights.index({rows, choice})};
}

/// A loss whose gradient is an unbiased estimate of the gradient of the expected loss: REINFORCE
/// (Williams, 1992) with a baseline. losses, log_probs (batch).
inline torch::Tensor reinforce_loss(const torch::Tensor& losses, const torch::Tensor& log_probs,
                                    double baseline) {
  return (losses + (losses.detach() - baseline) * log_probs).mean();
}

}  // namespace regard::nn
