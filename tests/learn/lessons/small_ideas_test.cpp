// Remarks of the book that need no module of their own: regard's operations check each on a few
// numbers. docs/book.md lists them under "Also".
#include <gtest/gtest.h>
#include <torch/nn/functional/loss.h>

#include <cmath>

#include "lessons/kernel_regression.h"
#include "nn/linear.h"
#include "ops/head_attention.h"
#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

constexpr double kPrinted = 5e-4;  // half a unit of the third decimal

// d2l 10.1 of the Chinese edition: a red cup among gray things, then the wish to read.
TEST(SmallIdeas, AttentionHasAComponentWithoutAQueryAndOneWithAQuery) {
  const auto salience = torch::tensor({2.0, 0.0, 0.0, 0.0, 0.0});  // the cup, the book, the rest
  EXPECT_NEAR(ops::masked_softmax(salience, {})[0].item<double>(), 0.649, kPrinted);
  const auto wish = torch::tensor({0.0, 4.0, 0.0, 0.0, 0.0});
  const auto both = ops::masked_softmax(salience + wish, {});
  EXPECT_NEAR(both[1].item<double>(), 0.840, kPrinted);
}

// Weights that depend on neither queries nor keys are parameters: attention is a dense layer over
// positions, and average pooling is the one with equal weights.
TEST(SmallIdeas, AttentionWithFixedWeightsIsADenseLayer) {
  torch::manual_seed(1);
  const auto values = torch::randn({4, 3}), queries = torch::randn({2, 4});
  const auto weights = queries.softmax(-1);
  Linear dense(torch::nn::LinearOptions(4, 2).bias(false));
  {
    const torch::NoGradGuard no_grad;
    dense->weight.copy_(weights);
  }
  const auto attended = weights.matmul(values);
  EXPECT_TRUE(test::tensors_near(dense(values.t()).t(), attended, 1e-6));
  const auto mean = average_pooling(torch::zeros(2), values.select(1, 0));
  EXPECT_TRUE(test::tensors_near(mean.weights, torch::full({2, 4}, 0.25), 1e-7));
}

TEST(SmallIdeas, MaxPoolingIsHardAttention) {
  const auto values = torch::tensor({1.0, 3.0, 2.0}, torch::kDouble);
  const auto pooled = [&](double sharpness) {
    return (ops::masked_softmax(values * sharpness, {}) * values).sum().item<double>();
  };
  EXPECT_NEAR(pooled(0), 2, 1e-12);  // the mean
  EXPECT_NEAR(pooled(1), 2.575, kPrinted);
  EXPECT_NEAR(pooled(1000), 3, 1e-12);  // the maximum
}

TEST(SmallIdeas, ADotProductIsBothLengthsTimesTheCosine) {
  const auto a = torch::tensor({3.0, 4.0}), b = torch::tensor({4.0, 3.0});
  const double cosine = std::cos(std::atan2(4, 3) - std::atan2(3, 4));
  EXPECT_NEAR(cosine, 0.96, 1e-12);
  EXPECT_NEAR(a.dot(b).item<double>(), 5 * 5 * cosine, 1e-5);
  EXPECT_EQ(a.dot(b).item<double>(), 24);
}

// Kernel regression of the line y = 2 x, known at 0, 1, …, 5.
TEST(SmallIdeas, KernelRegressionInterpolatesAndDoesNotExtrapolate) {
  const auto keys = torch::arange(6, torch::kDouble), values = 2 * keys;
  const auto found = gaussian_pooling(torch::tensor({2.5, 25.0}, torch::kDouble), keys, values);
  EXPECT_NEAR(found.context[0].item<double>(), 5, 1e-12);
  EXPECT_NEAR(found.context[1].item<double>(), 10, 1e-6);  // the line is at 50 there
}

TEST(SmallIdeas, AKernelWithALargeWLearnsTheNoise) {
  const auto keys = torch::arange(51, torch::kDouble) / 10;
  const auto truth = smooth_function(keys);
  const auto values = truth - 0.5 * torch::cos(M_PI * torch::arange(51, torch::kDouble));
  const auto error = [&](double w, const torch::Tensor& wanted) {
    const auto found = gaussian_pooling(keys, keys, values, torch::tensor(w, torch::kDouble));
    return torch::nn::functional::mse_loss(found.context, wanted).item<double>();
  };
  EXPECT_NEAR(error(100, values), 0, 1e-12);
  EXPECT_NEAR(error(100, truth), 0.25, 1e-9);
  EXPECT_NEAR(error(5, values), 0.257, kPrinted);
  EXPECT_NEAR(error(5, truth), 0.005, kPrinted);
}

}  // namespace
}  // namespace regard::nn
