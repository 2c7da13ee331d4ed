#include "support/gradient_check.h"

#include <gtest/gtest-spi.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/nn/modules/linear.h>

namespace regard::test {
namespace {

torch::Tensor variable(torch::IntArrayRef sizes) {
  torch::manual_seed(1);
  return torch::randn(sizes, torch::dtype(torch::kDouble).requires_grad(true));
}

// x^2 with 3x as its backward pass.
class WrongSquare : public torch::autograd::Function<WrongSquare> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x) {
    context->save_for_backward({x});
    return x * x;
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& gradients) {
    return {3 * context->get_saved_variables()[0] * gradients[0]};
  }
};

TEST(GradientCheck, AgreesWithAutogradOnWhatAutogradKnows) {
  expect_gradients_match(
      [](const auto& inputs) { return inputs[0].tanh().matmul(inputs[1]).softmax(-1); },
      {variable({2, 3}), variable({3, 4})});
}

TEST(GradientCheck, FindsAWrongBackwardPass) {
  EXPECT_NONFATAL_FAILURE(
      expect_gradients_match([](const auto& inputs) { return WrongSquare::apply(inputs[0]); },
                             {variable({3})}),
      "gradient of input 0");
}

TEST(GradientCheck, LooksAtTheParametersOfAModule) {
  torch::nn::Linear linear(3, 2);
  EXPECT_NONFATAL_FAILURE(expect_gradients_match(*linear,
                                                 [&](const auto& inputs) {
                                                   return linear(inputs[0]) +
                                                          WrongSquare::apply(linear->weight).sum();
                                                 },
                                                 {variable({2, 3})}),
                          "gradient of input 1");
}

TEST(GradientCheck, LeavesTheNumbersAsTheyWere) {
  const auto x = variable({4}), before = x.detach().clone();
  expect_gradients_match([](const auto& inputs) { return inputs[0].exp(); }, {x});
  EXPECT_TRUE(x.equal(before));
}

}  // namespace
}  // namespace regard::test
