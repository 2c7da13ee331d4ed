#include "ops/affine.h"

#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include "support/golden_tensors.h"

namespace regard::ops {
namespace {

// The gradients of a small recurrence, with StepLinear or with torch::linear.
std::vector<torch::Tensor> run(bool stepwise, const torch::Tensor& weight,
                               const torch::Tensor& bias, const torch::Tensor& first,
                               const torch::Tensor& added) {
  const auto linear = stepwise ? StepLinear(weight, bias) : StepLinear();
  auto x = first;
  for (int64_t step = 0; step < 4; ++step) {
    x = (stepwise ? linear(x, added) : torch::linear(x, weight, bias) + added).tanh();
  }
  auto results = torch::autograd::grad({x.pow(2).sum()}, {weight, bias, first, added});
  results.push_back(x.detach());
  return results;
}

TEST(StepLinear, HasTheGradientsOfALinearLayerUsedAtEachStep) {
  torch::manual_seed(7);
  const auto weight = torch::randn({5, 5}, torch::requires_grad()),
             bias = torch::randn({5}, torch::requires_grad());
  const auto first = torch::randn({3, 5}, torch::requires_grad()),
             added = torch::randn({3, 5}, torch::requires_grad());
  const auto expected = run(false, weight, bias, first, added),
             actual = run(true, weight, bias, first, added);
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_TRUE(test::tensors_near(actual[i], expected[i], 1e-5)) << i;
}

TEST(StepLinear, WithoutBiasOrAddedIsAProduct) {
  const auto weight = torch::randn({2, 3}, torch::requires_grad()), x = torch::randn({4, 3});
  const auto y = StepLinear(weight)(x);
  EXPECT_TRUE(test::tensors_near(y, x.mm(weight.t()), 1e-6));
  y.sum().backward();
  EXPECT_TRUE(test::tensors_near(weight.grad(), x.sum(0).expand({2, 3}), 1e-6));
}

TEST(StepLinear, NeedsNoGradients) {
  const torch::NoGradGuard no_grad;
  const auto weight = torch::randn({2, 3}), x = torch::randn({4, 3});
  EXPECT_TRUE(test::tensors_near(StepLinear(weight)(x), x.mm(weight.t()), 1e-6));
}

}  // namespace
}  // namespace regard::ops
