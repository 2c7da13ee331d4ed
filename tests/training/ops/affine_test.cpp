#include "ops/affine.h"

#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include "support/golden_tensors.h"

namespace regard::ops {
namespace {

struct Shape {
  std::vector<int64_t> rows;
  int64_t input, output;
};

class AffineOf : public testing::TestWithParam<Shape> {};

TEST_P(AffineOf, EqualsTorchsLinearWithItsGradients) {
  const auto& [rows, input, output] = GetParam();
  torch::manual_seed(3);
  auto sizes = rows;
  sizes.push_back(input);
  const auto x = torch::randn(sizes).requires_grad_();
  const auto weight = torch::randn({output, input}).requires_grad_();
  const auto bias = torch::randn({output}).requires_grad_();
  for (const bool has_bias : {true, false}) {
    const auto expected = torch::linear(x, weight, has_bias ? bias : torch::Tensor());
    const auto actual = affine(x, weight, has_bias ? bias : torch::Tensor());
    EXPECT_TRUE(test::tensors_near(actual, expected, 1e-5));
    std::vector<torch::Tensor> inputs = {x, weight};
    if (has_bias) inputs.push_back(bias);
    const auto direction = torch::randn_like(expected);
    const auto gradients = torch::autograd::grad({actual}, inputs, {direction});
    const auto expected_gradients = torch::autograd::grad({expected}, inputs, {direction});
    for (size_t i = 0; i < inputs.size(); ++i) {
      EXPECT_TRUE(test::tensors_near(gradients[i], expected_gradients[i], 1e-4)) << "input " << i;
    }
  }
}

// The last case is large enough for the matrix multiplications that depend on the processor.
INSTANTIATE_TEST_SUITE_P(Shapes, AffineOf,
                         testing::Values(Shape{{1}, 3, 4}, Shape{{1, 1}, 3, 4}, Shape{{5}, 3, 4},
                                         Shape{{2, 7}, 8, 1}, Shape{{4, 64}, 128, 96}));

TEST(Affine, LeavesItsArgumentsAsTheyAre) {
  const torch::NoGradGuard no_grad;
  torch::manual_seed(3);
  const auto x = torch::randn({1, 3}), weight = torch::randn({4, 3}), bias = torch::randn({4});
  const auto x_before = x.clone(), weight_before = weight.clone(), bias_before = bias.clone();
  affine(x, weight, bias);
  EXPECT_TRUE(x.equal(x_before));
  EXPECT_TRUE(weight.equal(weight_before));
  EXPECT_TRUE(bias.equal(bias_before));
}

TEST(Affine, GivesWhatMayBeChangedInPlace) {
  const auto weight = torch::randn({4, 3}).requires_grad_();
  affine(torch::randn({2, 5, 3}), weight, torch::zeros({4})).relu_().sum().backward();
  EXPECT_TRUE(weight.grad().defined());
}

}  // namespace
}  // namespace regard::ops
