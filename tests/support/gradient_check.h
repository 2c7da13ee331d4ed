#pragma once
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/nn/module.h>
#include <torch/types.h>
#include <torch/utils.h>

#include <functional>
#include <vector>

#include "support/golden_tensors.h"

namespace regard::test {

/// A function of tensors; its result may have any shape.
using TensorFunction = std::function<torch::Tensor(const std::vector<torch::Tensor>&)>;

/// Compares autograd's gradients of `f` with central differences (f(x + h) - f(x - h)) / 2h, for
/// every number of every input that requires grad. Everything is float64, so differences are
/// accurate to about ten digits. Numbers are changed in place, so an input may also be a parameter
/// of a kDouble module that `f` calls. Random numbers in `f` must be the same in each call.
inline void expect_gradients_match(const TensorFunction& f,
                                   const std::vector<torch::Tensor>& inputs) {
  constexpr double kStep = 1e-5;
  constexpr double kTolerance = 1e-7;  // for h^2 f''' / 6 + rounding / h, about 1e-10 each

  std::vector<torch::Tensor> variables;
  for (const auto& input : inputs) {
    if (input.requires_grad()) variables.push_back(input);
  }
  ASSERT_FALSE(variables.empty()) << "no input requires grad";
  const auto output = f(inputs);
  ASSERT_EQ(output.scalar_type(), torch::kDouble) << "the differences need float64";
  const auto share = torch::randn(output.sizes(), torch::make_generator<torch::CPUGeneratorImpl>(1),
                                  torch::kDouble)
                         .to(output.device());
  const auto weighted_sum = [&](const torch::Tensor& y) { return (y * share).sum(); };
  const auto gradients = torch::autograd::grad({weighted_sum(output)}, variables, {}, std::nullopt,
                                               false, true);  // 0 for an unused input

  const torch::NoGradGuard no_grad;
  for (size_t i = 0; i < variables.size(); ++i) {
    ASSERT_EQ(variables[i].scalar_type(), torch::kDouble) << "input " << i;
    auto numbers = variables[i].detach().view(-1);
    auto differences = torch::zeros_like(numbers);
    for (int64_t k = 0; k < numbers.numel(); ++k) {
      const double number = numbers[k].item<double>();
      numbers[k].fill_(number + kStep);
      const auto above = weighted_sum(f(inputs));
      numbers[k].fill_(number - kStep);
      const auto below = weighted_sum(f(inputs));
      numbers[k].fill_(number);
      differences[k] = (above - below) / (2 * kStep);
    }
    const auto gradient = gradients[i].defined() ? gradients[i] : torch::zeros_like(variables[i]);
    EXPECT_TRUE(tensors_near(gradient.flatten(), differences, kTolerance))
        << "gradient of input " << i << " that requires grad";
  }
}

/// Compares the gradients of the inputs and of every parameter of `module`, which becomes float64.
inline void expect_gradients_match(torch::nn::Module& module, const TensorFunction& f,
                                   std::vector<torch::Tensor> inputs) {
  module.to(torch::kDouble);
  for (const auto& parameter : module.parameters()) inputs.push_back(parameter);
  expect_gradients_match(f, inputs);
}

}  // namespace regard::test
