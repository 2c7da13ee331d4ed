#include "ops/bodies.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include "nn/linear.h"
#include "nn/recurrent.h"
#include "ops/affine.h"
#include "ops/cross_entropy.h"
#include "ops/head_attention.h"

namespace regard::ops {
namespace {

class RoundedProductsTest : public testing::TestWithParam<torch::ScalarType> {
 protected:
  RoundedProductsTest() { torch::manual_seed(1); }

  /// Rounds x as the inputs of products are rounded; the result is float32.
  static torch::Tensor rounded(const torch::Tensor& x) {
    return x.to(GetParam()).to(torch::kFloat);
  }
  /// Results are also rounded if the product is computed in the smaller type.
  static double tolerance() { return GetParam() == torch::kHalf ? 2e-2 : 1e-1; }

  static void expect_near(const std::vector<torch::Tensor>& near,
                          const std::vector<torch::Tensor>& exact) {
    ASSERT_EQ(near.size(), exact.size());
    for (size_t i = 0; i < exact.size(); ++i) {
      EXPECT_EQ(near[i].scalar_type(), torch::kFloat);
      EXPECT_TRUE(torch::allclose(near[i], exact[i], tolerance(), tolerance())) << i;
    }
  }

  const torch::Tensor x_ = torch::randn({64, 48});
  const torch::Tensor weight_ = torch::randn({32, 48});
  const torch::Tensor bias_ = torch::randn({32});
};

TEST_P(RoundedProductsTest, LayersMultiplyRoundedInputsAndGiveFloat32) {
  const auto exact = affine(x_, weight_, bias_);
  const auto expected = affine(rounded(x_), rounded(weight_), bias_);
  torch::Tensor result;
  {
    const RoundedProducts products(GetParam());
    result = affine(x_, weight_, bias_);
  }
  EXPECT_EQ(result.scalar_type(), torch::kFloat);
  EXPECT_TRUE(torch::allclose(result, expected, tolerance(), tolerance()));
  EXPECT_FALSE(torch::equal(result, exact));
  EXPECT_TRUE(torch::equal(affine(x_, weight_, bias_), exact)) << "only while it lives";
}

TEST_P(RoundedProductsTest, GradientsAreFloat32AndNearTheExactOnes) {
  const auto gradients = [&] {
    const auto x = x_.clone().requires_grad_(), weight = weight_.clone().requires_grad_(),
               bias = bias_.clone().requires_grad_();
    affine(x, weight, bias).square().mean().backward();
    return std::vector{x.grad(), weight.grad(), bias.grad()};
  };
  const auto exact = gradients();
  const RoundedProducts products(GetParam());
  expect_near(gradients(), exact);
}

TEST_P(RoundedProductsTest, ProductsWithoutAutogradRoundLikewise) {
  auto result = torch::ones({64, 32}), sum = torch::ones({64, 32});
  const RoundedProducts products(GetParam());
  multiply(x_, weight_.t(), result);
  multiply_add(x_, weight_.t(), sum);
  const auto expected = rounded(x_).mm(rounded(weight_).t());
  EXPECT_TRUE(torch::allclose(result, expected, tolerance(), tolerance()));
  EXPECT_TRUE(torch::allclose(sum, result + 1));
}

TEST_P(RoundedProductsTest, WhatIsRoundedBeforehandGivesTheSame) {
  const RoundedProducts products(GetParam());
  const auto in_float32 = product(x_, weight_.t());
  const auto beforehand = product(regard::ops::rounded(x_), regard::ops::rounded(weight_).t());
  EXPECT_EQ(beforehand.scalar_type(), torch::kFloat);
  EXPECT_TRUE(torch::equal(beforehand, in_float32));
}

TEST_P(RoundedProductsTest, LossOfTheOutputLayerAndItsGradientsAreNearTheExactOnes) {
  const auto labels = torch::randint(32, {64});
  const auto loss_and_gradients = [&] {
    const auto states = x_.clone().requires_grad_(), weight = weight_.clone().requires_grad_(),
               bias = bias_.clone().requires_grad_();
    const auto loss = projected_cross_entropy(states, weight, bias, labels, 0.1, -1);
    (loss.loss_sum / 64).backward();
    return std::vector{loss.loss_sum.detach() / 64, states.grad(), weight.grad(), bias.grad()};
  };
  const auto exact = loss_and_gradients();
  const RoundedProducts products(GetParam());
  const auto near = loss_and_gradients();
  expect_near(near, exact);
  EXPECT_FALSE(torch::equal(near[0], exact[0]));
}

TEST_P(RoundedProductsTest, RecurrentStatesAndGradientsAreNearTheExactOnes) {
  nn::Recurrent layers(nn::RecurrentOptions{.input_size = 48, .hidden_size = 24, .layers = 2});
  nn::initialize(*layers);
  const auto states_and_gradients = [&] {
    layers->zero_grad();
    const auto states = layers->forward(x_.view({8, 8, 48}), {}, {}).states;
    states.square().sum().backward();
    std::vector result{states.detach()};
    for (const auto& weight : layers->parameters()) result.push_back(weight.grad().clone());
    return result;
  };
  const auto exact = states_and_gradients();
  const RoundedProducts products(GetParam());
  const auto near = states_and_gradients();
  for (size_t i = 0; i < exact.size(); ++i) {
    EXPECT_EQ(near[i].scalar_type(), torch::kFloat);
    const double largest = exact[i].abs().max().item<double>();
    EXPECT_LT((near[i] - exact[i]).abs().max().item<double>(), tolerance() * largest) << i;
  }
  EXPECT_FALSE(torch::equal(near[0], exact[0]));
}

TEST_P(RoundedProductsTest, AttentionGivesFloat32) {
  const auto query = torch::randn({2, 4, 5, 8}), keys = torch::randn({2, 4, 7, 8}),
             values = torch::randn({2, 4, 7, 8});
  const auto mask = torch::ones({2, 1, 1, 7}, torch::kBool);
  const auto exact = dot_product_attention(query, keys, values, mask, false, 0).context;
  const RoundedProducts products(GetParam());
  const auto near = dot_product_attention(query, keys, values, mask, false, 0).context;
  EXPECT_EQ(near.scalar_type(), torch::kFloat);
  EXPECT_TRUE(torch::allclose(near, exact, tolerance(), tolerance()));
}

INSTANTIATE_TEST_SUITE_P(Types, RoundedProductsTest,
                         testing::Values(torch::kHalf, torch::kBFloat16), [](const auto& info) {
                           return info.param == torch::kHalf ? "float16" : "bfloat16";
                         });

TEST(RoundedProducts, AreOneAtATime) {
  const RoundedProducts products(torch::kHalf);
  EXPECT_EQ(rounded_type(), torch::kHalf);
  EXPECT_THROW(const RoundedProducts second(torch::kHalf), c10::Error);
  EXPECT_THROW(const RoundedProducts wide(torch::kDouble), c10::Error);
}

}  // namespace
}  // namespace regard::ops
