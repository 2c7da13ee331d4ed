#include "regard/nn/smoothed_cross_entropy.h"

namespace regard::nn {

TokenLoss smoothed_cross_entropy(const torch::Tensor& logits, const torch::Tensor& labels,
                                 double smoothing, int64_t pad) {
  TORCH_CHECK(logits.dim() == labels.dim() + 1, "smoothed_cross_entropy: logits ", logits.sizes(),
              " for labels ", labels.sizes());
  const auto log_probs = logits.reshape({-1, logits.size(-1)}).log_softmax(-1);
  const auto flat_labels = labels.reshape({-1});
  const auto padding = flat_labels == pad;
  const auto likelihood = at::nll_loss(log_probs, flat_labels, {}, at::Reduction::Sum, pad);
  const auto others = log_probs.mean(-1).masked_fill(padding, 0.0).sum();
  return {(1 - smoothing) * likelihood - smoothing * others, likelihood.detach(),
          padding.logical_not().sum()};
}

}  // namespace regard::nn
