#include "trainer/r_drop.h"

#include "trainer/symmetric_divergence.h"

namespace regard::train {

corpus::Batch doubled(const corpus::Batch& batch) {
  const auto twice = [](const torch::Tensor& rows) { return torch::cat({rows, rows}); };
  return {.source = twice(batch.source),
          .source_lengths = twice(batch.source_lengths),
          .target_input = twice(batch.target_input),
          .target_labels = twice(batch.target_labels),
          .alignments = batch.alignments.defined() ? twice(batch.alignments) : torch::Tensor(),
          .source_tokens = 2 * batch.source_tokens,
          .target_tokens = 2 * batch.target_tokens};
}

ops::TokenLoss r_drop_loss(const torch::Tensor& logits, const torch::Tensor& labels, double alpha,
                           double smoothing, int64_t pad) {
  const auto passes = logits.chunk(2);
  const auto divergence = nn::symmetric_divergence(passes[0], passes[1]);
  const auto both = ops::smoothed_cross_entropy(logits, labels, smoothing, pad);
  return {.loss_sum = both.loss_sum / 2 + divergence * (alpha / 4),
          .nll_sum = both.nll_sum / 2,
          .tokens = torch::floor_divide(both.tokens, 2)};
}

}  // namespace regard::train
