#include "trainer/trainer_step.h"

#include <torch/utils.h>

#include "text/tokenizer_pair.h"

namespace regard::train {
namespace {

/// Shifts each row to the next step, at which the decoder reads the token.
torch::Tensor of_read_tokens(const torch::Tensor& alignments, const torch::Tensor& is_real) {
  const int64_t steps = alignments.size(1);
  const auto none = torch::zeros_like(alignments.narrow(1, 0, 1));
  return torch::cat({none, alignments.narrow(1, 0, steps - 1)}, 1) * is_real.unsqueeze(-1);
}

}  // namespace

torch::Tensor guided_alignment_loss(const std::vector<torch::Tensor>& weights,
                                    const torch::Tensor& alignments, const torch::Tensor& is_real) {
  constexpr double kSmallest = 1e-9;  // weights may round to 0, which has no logarithm
  const size_t reading = weights.size() > 1 ? (weights.size() - 1) / 2 : weights.size();
  std::vector<torch::Tensor> losses;
  for (size_t layer = 0; layer < weights.size(); ++layer) {
    const auto logarithms = weights[layer].squeeze(1).clamp_min(kSmallest).log();
    const auto guide = layer == reading ? of_read_tokens(alignments, is_real) : alignments;
    losses.push_back((logarithms * guide).sum().neg());
  }
  return torch::stack(losses).mean();
}

}  // namespace regard::train

namespace regard::nn {

// sum p (log p - log q) + sum q (log q - log p)
torch::Tensor symmetric_divergence(const torch::Tensor& p_logits, const torch::Tensor& q_logits) {
  const auto log_p = p_logits.log_softmax(-1), log_q = q_logits.log_softmax(-1);
  return ((log_p.exp() - log_q.exp()) * (log_p - log_q)).sum();
}

}  // namespace regard::nn

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

torch::Tensor word_dropout(const torch::Tensor& tokens, double rate) {
  if (rate == 0) return tokens;
  const auto drawn = torch::rand(tokens.sizes(), tokens.options().dtype(torch::kFloat32));
  return tokens.masked_fill((drawn < rate).logical_and(tokens > text::kEos), text::kUnk);
}

}  // namespace regard::train
