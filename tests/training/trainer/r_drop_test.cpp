#include "trainer/trainer_step.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include "text/tokenizer_pair.h"

namespace regard::train {
namespace {

constexpr double kSmoothing = 0.1;
constexpr double kSinglePrecision = 1e-4;

// One pass's logits (tokens, vocab), from a seed.
torch::Tensor pass(uint64_t seed) {
  torch::manual_seed(seed);
  return torch::randn({5, 9});
}

const torch::Tensor& labels() {
  static const auto kLabels = torch::tensor({4, 5, 6, 7, 3}, torch::kInt64);
  return kLabels;
}

ops::TokenLoss of_two_passes(const torch::Tensor& p, const torch::Tensor& q, double alpha) {
  return r_drop_loss(torch::cat({p, q}), torch::cat({labels(), labels()}), alpha, kSmoothing,
                     text::kPad);
}

TEST(RDrop, OfTwoEqualPassesIsTheLossOfOne) {
  const auto one = ops::smoothed_cross_entropy(pass(1), labels(), kSmoothing, text::kPad);
  const auto two = of_two_passes(pass(1), pass(1), 5.0);
  EXPECT_NEAR(two.loss_sum.item<double>(), one.loss_sum.item<double>(), kSinglePrecision);
  EXPECT_NEAR(two.nll_sum.item<double>(), one.nll_sum.item<double>(), kSinglePrecision);
  EXPECT_EQ(two.tokens.item<int64_t>(), 5);
}

TEST(RDrop, AddsAlphaQuartersOfTheDivergence) {
  const double without = of_two_passes(pass(1), pass(2), 0.0).loss_sum.item<double>();
  const double with = of_two_passes(pass(1), pass(2), 3.0).loss_sum.item<double>();
  const double divergence = nn::symmetric_divergence(pass(1), pass(2)).item<double>();
  EXPECT_NEAR(with - without, 0.75 * divergence, kSinglePrecision);
}

// The divergence reads the logits that the cross-entropy's backward pass overwrites.
TEST(RDrop, HasTheGradientOfItsParts) {
  auto ours = torch::cat({pass(1), pass(2)}).requires_grad_();
  auto parts = ours.detach().clone().requires_grad_();
  const auto twice = torch::cat({labels(), labels()});
  r_drop_loss(ours.clone(), twice, 3.0, 0.0, text::kPad).loss_sum.backward();
  const auto halves = parts.chunk(2);
  (torch::cross_entropy_loss(parts, twice, {}, at::Reduction::Sum) / 2 +
   0.75 * nn::symmetric_divergence(halves[0], halves[1]))
      .backward();
  EXPECT_TRUE(torch::allclose(ours.grad(), parts.grad(), kSinglePrecision, kSinglePrecision));
}

}  // namespace
}  // namespace regard::train
