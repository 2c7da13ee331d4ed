#ifdef REGARD_READERS_HEADER
#include "nn/hard_attention.h"
#else
#include "exercises/solutions/hard_attention.h"
#endif

#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include <cmath>

#include "exercises/readers_header.h"
#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

TEST(HardAttention, IsTheReaders) {
#ifdef REGARD_READERS_HEADER
  test::expect_readers_header("hard_attention");
#else
  test::skip_for_want_of("hard_attention");
#endif
}

/// Scores whose weights are 0.2, 0.3 and 0.5, for each of `batch` queries.
torch::Tensor known_scores(int64_t batch) {
  return torch::tensor({0.2, 0.3, 0.5}, torch::kDouble).log().expand({batch, 3}).contiguous();
}

torch::Tensor known_values(int64_t batch) {
  return torch::tensor({{1.0, 10.0}, {2.0, 20.0}, {3.0, 30.0}}, torch::kDouble)
      .expand({batch, 3, 2});
}

TEST(HardAttention, ReadsTheOneKeyThatWasDrawn) {
  const auto uniform = torch::tensor({0.1, 0.25, 0.49, 0.51, 0.99}, torch::kDouble);
  const auto found = hard_attention(known_scores(5), known_values(5), uniform);
  EXPECT_TRUE(found.choice.equal(torch::tensor({0, 1, 1, 2, 2})));
  EXPECT_TRUE(found.context[3].equal(torch::tensor({3.0, 30.0}, torch::kDouble)));
  EXPECT_NEAR(found.log_prob[0].item<double>(), std::log(0.2), 1e-12);
}

TEST(HardAttention, DrawsEachKeyAsOftenAsItsWeightSays) {
  torch::manual_seed(1);
  constexpr int64_t kDraws = 20'000;
  const auto uniform = torch::rand({kDraws}, torch::kDouble);
  const auto choice = hard_attention(known_scores(kDraws), known_values(kDraws), uniform).choice;
  EXPECT_NEAR((choice == 2).to(torch::kDouble).mean().item<double>(), 0.5, 0.015);
  EXPECT_NEAR((choice == 0).to(torch::kDouble).mean().item<double>(), 0.2, 0.015);
}

/// Gradient of the scores if `key` is drawn; `losses` has the loss for each key.
torch::Tensor gradient_of_draw(const torch::Tensor& losses, int64_t key, double baseline) {
  const auto scores = known_scores(1).requires_grad_();
  const auto log_prob = scores.log_softmax(-1).select(1, key);
  const auto loss = reinforce_loss(losses.narrow(0, key, 1), log_prob, baseline);
  return torch::autograd::grad({loss}, {scores}).front().squeeze(0);
}

const torch::Tensor kWeights = torch::tensor({0.2, 0.3, 0.5}, torch::kDouble);
const torch::Tensor kLosses = torch::tensor({5.0, 1.0, 4.0}, torch::kDouble);

torch::Tensor mean_gradient(double baseline) {
  auto mean = torch::zeros(3, torch::kDouble);
  for (int64_t key = 0; key < 3; ++key) {
    mean += kWeights[key] * gradient_of_draw(kLosses, key, baseline);
  }
  return mean;
}

TEST(HardAttention, HasInTheMeanTheGradientOfTheExpectedLoss) {
  const auto scores = known_scores(1).requires_grad_();
  const auto expected_loss = (scores.softmax(-1).squeeze(0) * kLosses).sum();
  const auto exact = torch::autograd::grad({expected_loss}, {scores}).front().squeeze(0);
  EXPECT_TRUE(test::tensors_near(mean_gradient(0), exact, 1e-12));
}

TEST(HardAttention, HasTheSameMeanWithAnyBaseline) {
  EXPECT_TRUE(test::tensors_near(mean_gradient(3.3), mean_gradient(0), 1e-12));
}

TEST(HardAttention, HasLessVarianceWithTheMeanLossAsBaseline) {
  const auto variance = [](double baseline) {
    double sum = 0;
    for (int64_t key = 0; key < 3; ++key) {
      const auto error = gradient_of_draw(kLosses, key, baseline) - mean_gradient(baseline);
      sum += kWeights[key].item<double>() * error.square().sum().item<double>();
    }
    return sum;
  };
  EXPECT_LT(variance((kWeights * kLosses).sum().item<double>()), variance(0) / 2);
}

TEST(HardAttention, PassesTheLossItselfOnToTheValue) {
  const auto losses = torch::ones({2}, torch::kDouble).requires_grad_();
  const auto loss = reinforce_loss(losses, torch::zeros({2}, torch::kDouble), 0.5);
  const auto gradient = torch::autograd::grad({loss}, {losses}).front();
  EXPECT_TRUE(gradient.equal(torch::full({2}, 0.5, torch::kDouble)));
}

}  // namespace
}  // namespace regard::nn
