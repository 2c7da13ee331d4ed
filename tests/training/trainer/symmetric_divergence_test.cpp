#include "trainer/trainer_step.h"

#include <gtest/gtest.h>
#include <torch/nn/functional/loss.h>
#include <torch/utils.h>

namespace regard::nn {
namespace {

TEST(SymmetricDivergence, IsLibTorchsInBothDirections) {
  namespace F = torch::nn::functional;
  torch::manual_seed(1);
  const auto p = torch::randn({3, 5, 7}, torch::kFloat64), q = torch::randn_like(p);
  const auto divergence = [](const torch::Tensor& from, const torch::Tensor& to) {
    return F::kl_div(to.log_softmax(-1), from.log_softmax(-1),
                     F::KLDivFuncOptions().reduction(torch::kSum).log_target(true));
  };
  const auto expected = divergence(p, q) + divergence(q, p);
  EXPECT_NEAR(symmetric_divergence(p, q).item<double>(), expected.item<double>(), 1e-9);
}

TEST(SymmetricDivergence, OfADistributionFromItselfIsZeroAndHasNoGradient) {
  torch::manual_seed(1);
  const auto p = torch::randn({4, 6}, torch::requires_grad());
  const auto divergence = symmetric_divergence(p, p.detach());
  divergence.backward();
  EXPECT_EQ(divergence.item<double>(), 0.0);
  EXPECT_EQ(p.grad().abs().max().item<double>(), 0.0);
}

}  // namespace
}  // namespace regard::nn
