#include "ops/cross_entropy.h"

#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include <cmath>

#include "support/golden_tensors.h"

namespace regard::ops {
namespace {

constexpr int64_t kPad = 0;

/// The inputs of the loss, in one type.
struct Inputs {
  torch::Tensor states, weight, bias;

  Inputs(int64_t tokens, int64_t size, int64_t vocab)
      : states(torch::randn({tokens, size}).requires_grad_()),
        weight(torch::randn({vocab, size}).requires_grad_()),
        bias(torch::randn({vocab}).requires_grad_()) {}

  torch::Tensor logits() const { return torch::linear(states, weight, bias); }
  std::vector<torch::Tensor> gradients(const torch::Tensor& loss) const {
    return torch::autograd::grad({loss}, {states, weight, bias});
  }
};

struct ProjectedShape {
  int64_t tokens, size, vocab;
  double smoothing;
};

class ProjectedCrossEntropyOf : public testing::TestWithParam<ProjectedShape> {};

TEST_P(ProjectedCrossEntropyOf, EqualsTheLossOfTheLogitsWithItsGradients) {
  const auto [tokens, size, vocab, smoothing] = GetParam();
  torch::manual_seed(5);
  const Inputs inputs(tokens, size, vocab);
  const auto labels = torch::randint(vocab, {tokens});
  labels.slice(0, 0, -1, 3).fill_(kPad);
  const auto expected = smoothed_cross_entropy(inputs.logits(), labels, smoothing, kPad);
  const auto loss =
      projected_cross_entropy(inputs.states, inputs.weight, inputs.bias, labels, smoothing, kPad);
  EXPECT_TRUE(test::tensors_near(loss.loss_sum, expected.loss_sum, 1e-5));
  EXPECT_TRUE(test::tensors_near(loss.nll_sum, expected.nll_sum, 1e-5));
  EXPECT_EQ(loss.tokens.item<int64_t>(), expected.tokens.item<int64_t>());
  const auto gradients = inputs.gradients(loss.loss_sum * 0.01);
  const auto expected_gradients = inputs.gradients(expected.loss_sum * 0.01);
  for (size_t i = 0; i < gradients.size(); ++i) {
    EXPECT_TRUE(test::tensors_near(gradients[i], expected_gradients[i], 1e-5)) << "input " << i;
  }
}

// The last case is projected in several pieces, and the last piece is smaller.
INSTANTIATE_TEST_SUITE_P(Shapes, ProjectedCrossEntropyOf,
                         testing::Values(ProjectedShape{1, 3, 2, 0.1},
                                         ProjectedShape{7, 4, 15, 0.0},
                                         ProjectedShape{7, 4, 16, 0.1},
                                         ProjectedShape{40, 8, 1003, 0.3},
                                         ProjectedShape{150, 2, 70'000, 0.1}));

TEST(ProjectedCrossEntropy, IsTheSameFunctionInDoublePrecision) {
  torch::manual_seed(5);
  const Inputs inputs(9, 4, 20);
  const auto labels = torch::randint(20, {9});
  const auto loss =
      projected_cross_entropy(inputs.states, inputs.weight, inputs.bias, labels, 0.1, kPad);
  const auto in_double =
      projected_cross_entropy(inputs.states.to(torch::kDouble), inputs.weight.to(torch::kDouble),
                              inputs.bias.to(torch::kDouble), labels, 0.1, kPad);
  EXPECT_TRUE(test::tensors_near(loss.loss_sum, in_double.loss_sum, 1e-5));
}

TEST(ProjectedCrossEntropy, OfPaddingAloneIsZeroWithZeroGradients) {
  const Inputs inputs(3, 4, 20);
  const auto loss = projected_cross_entropy(inputs.states, inputs.weight, inputs.bias,
                                            torch::zeros({3}, torch::kLong), 0.1, kPad);
  EXPECT_EQ(loss.loss_sum.item<float>(), 0.0F);
  for (const auto& gradient : inputs.gradients(loss.loss_sum)) {
    EXPECT_EQ(gradient.abs().max().item<float>(), 0.0F);
  }
}

TEST(ProjectedCrossEntropy, GivesAGradientToThoseThatWantOne) {
  torch::manual_seed(5);
  const Inputs inputs(6, 4, 20);
  const auto labels = torch::randint(1, 20, {6});
  const auto loss = projected_cross_entropy(inputs.states.detach(), inputs.weight,
                                            inputs.bias.detach(), labels, 0.1, kPad);
  loss.loss_sum.backward();
  EXPECT_TRUE(inputs.weight.grad().defined());
  const torch::NoGradGuard no_grad;
  EXPECT_FALSE(projected_cross_entropy(inputs.states, inputs.weight, inputs.bias, labels, 0.1, kPad)
                   .loss_sum.requires_grad());
}

TEST(ProjectedCrossEntropy, OfFarApartLogitsIsFinite) {
  const auto states = torch::tensor({{1000.0F}, {-5000.0F}});
  const auto weight = torch::tensor({{1.0F}, {-1.0F}, {0.0F}});
  const auto loss =
      projected_cross_entropy(states, weight, torch::zeros({3}), torch::tensor({0, 0}), 0.0, -100);
  EXPECT_FLOAT_EQ(loss.loss_sum.item<float>(), 10000.0F);
}

TEST(ProjectedCrossEntropy, OfStatesThatAreNotNumbersIsNotANumber) {
  const auto loss = projected_cross_entropy(torch::full({2, 3}, NAN), torch::ones({20, 3}),
                                            torch::zeros({20}), torch::tensor({1, 2}), 0.1, kPad);
  EXPECT_TRUE(std::isnan(loss.loss_sum.item<float>()));
}

TEST(ProjectedCrossEntropy, RefusesALabelThatIsNoClass) {
  EXPECT_THROW(projected_cross_entropy(torch::zeros({1, 2}), torch::zeros({5, 2}),
                                       torch::zeros({5}), torch::tensor({5}), 0.0, kPad),
               c10::Error);
}

}  // namespace
}  // namespace regard::ops
