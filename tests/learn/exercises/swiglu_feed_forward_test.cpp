#ifdef REGARD_READERS_HEADER
#include "nn/swiglu_feed_forward.h"
#else
#include "exercises/solutions/swiglu_feed_forward.h"
#endif

#include <cmath>

#include "exercises/readers_header.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(SwigluFeedForward, IsTheReaders) {
#ifdef REGARD_READERS_HEADER
  test::expect_readers_header("swiglu_feed_forward");
#else
  test::skip_for_want_of("swiglu_feed_forward");
#endif
}

SwigluFeedForward small_swiglu() {
  torch::manual_seed(1);
  SwigluFeedForward ffn(
      SwigluFeedForwardOptions{.input_size = 3, .hidden_size = 4, .output_size = 2});
  ffn->to(torch::kDouble);
  return ffn;
}

// x = log 3, W = 1: sigmoid is 3/4. V = 2, W_2 = 10: 10 * (3/4 x) * 2x = 15 x^2.
TEST(SwigluFeedForward, IsTheNumberWorkedByHand) {
  const torch::NoGradGuard no_grad;
  SwigluFeedForward ffn(
      SwigluFeedForwardOptions{.input_size = 1, .hidden_size = 1, .output_size = 1});
  ffn->W->weight.fill_(1), ffn->V->weight.fill_(2), ffn->W_2->weight.fill_(10);
  const double x = std::log(3.0);
  EXPECT_NEAR(ffn(torch::full({1}, x)).item<double>(), 15 * x * x, 1e-4);
}

TEST(SwigluFeedForward, EqualsALoopOverItsHiddenUnits) {
  const torch::NoGradGuard no_grad;
  auto ffn = small_swiglu();
  const auto x = torch::randn({2, 5, 3}, torch::kDouble);
  const auto y = ffn(x);
  ASSERT_EQ(y.sizes(), (std::vector<int64_t>{2, 5, 2}));
  for (int64_t row = 0; row < 2; ++row)
    for (int64_t position = 0; position < 5; ++position) {
      auto sum = torch::zeros(2, torch::kDouble);
      for (int64_t unit = 0; unit < 4; ++unit) {
        const auto& here = x[row][position];
        const double z = ffn->W->weight[unit].dot(here).item<double>();
        const double value = ffn->V->weight[unit].dot(here).item<double>();
        sum += z / (1 + std::exp(-z)) * value * ffn->W_2->weight.select(1, unit);
      }
      EXPECT_TRUE(test::tensors_near(y[row][position], sum, 1e-12));
    }
}

// Far below 0 the gate is closed: z sigmoid(z) tends to 0. Far above 0 it passes z.
TEST(SwigluFeedForward, HasAGateThatShutsAndOpens) {
  const torch::NoGradGuard no_grad;
  SwigluFeedForward ffn(
      SwigluFeedForwardOptions{.input_size = 1, .hidden_size = 1, .output_size = 1});
  ffn->W->weight.fill_(1), ffn->V->weight.fill_(1), ffn->W_2->weight.fill_(1);
  EXPECT_NEAR(ffn(torch::full({1}, -50.0)).item<double>(), 0, 1e-6);
  EXPECT_NEAR(ffn(torch::full({1}, 50.0)).item<double>(), 2500, 1e-2);
}

TEST(SwigluFeedForward, HasThreeMatricesAndNoBias) {
  const auto parameters = small_swiglu()->named_parameters();
  ASSERT_EQ(parameters.size(), 3u);
  EXPECT_EQ(parameters["W.weight"].sizes(), (std::vector<int64_t>{4, 3}));
  EXPECT_EQ(parameters["V.weight"].sizes(), (std::vector<int64_t>{4, 3}));
  EXPECT_EQ(parameters["W_2.weight"].sizes(), (std::vector<int64_t>{2, 4}));
}

TEST(SwigluFeedForward, HasTheGradientsOfFiniteDifferences) {
  auto ffn = small_swiglu();
  test::expect_gradients_match(
      *ffn, [&](const auto& inputs) { return ffn(inputs[0]); },
      {torch::randn({2, 3}, torch::dtype(torch::kDouble).requires_grad(true))});
}

}  // namespace
}  // namespace regard::nn
