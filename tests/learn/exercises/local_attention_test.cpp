#ifdef REGARD_READERS_HEADER
#include "nn/local_attention.h"
#else
#include "exercises/solutions/local_attention.h"
#endif

#include <cmath>

#include "exercises/readers_header.h"
#include "ops/head_attention.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(LocalAttention, IsTheReaders) {
#ifdef REGARD_READERS_HEADER
  test::expect_readers_header("local_attention");
#else
  test::skip_for_want_of("local_attention");
#endif
}

LocalAttention small_local_attention(int64_t window) {
  torch::manual_seed(1);
  LocalAttention attention(
      LocalAttentionOptions{.query_size = 3, .hidden_size = 4, .window = window});
  attention->to(torch::kDouble);
  return attention;
}

// v_p = 0 puts every query at half the length, here at position 2 of 0, ..., 3. D = 1 leaves the
// keys 1, 2 and 3 with equal weights of 1/3, times the Gaussian exp(-2 d^2) with sigma = 1/2.
TEST(LocalAttention, IsTheWindowWorkedByHand) {
  const torch::NoGradGuard no_grad;
  auto attention = small_local_attention(1);
  attention->v_p->weight.zero_();
  const auto keys = torch::zeros({1, 4, 3}, torch::kDouble);
  const auto attended =
      attention(torch::ones({1, 1, 3}, torch::kDouble), keys, torch::eye(4).to(torch::kDouble));
  EXPECT_EQ(attended.positions.item<double>(), 2);
  const double aside = std::exp(-2.0) / 3;
  const auto wanted = torch::tensor({0.0, aside, 1.0 / 3, aside}, torch::kDouble);
  EXPECT_TRUE(test::tensors_near(attended.weights.flatten(), wanted, 1e-12));
  EXPECT_TRUE(test::tensors_near(attended.context.flatten(), wanted, 1e-12));
}

TEST(LocalAttention, EqualsALoopOverTheKeysOfTheWindow) {
  const torch::NoGradGuard no_grad;
  auto attention = small_local_attention(2);
  const auto query = torch::randn({2, 3, 3}, torch::kDouble),
             keys = torch::randn({2, 8, 3}, torch::kDouble);
  const auto lengths = torch::tensor({8, 5});
  const auto attended = attention(query, keys, keys, lengths);
  for (int64_t row = 0; row < 2; ++row)
    for (int64_t i = 0; i < 3; ++i) {
      const auto length = lengths[row].item<int64_t>();
      const auto features = attention->W_p->weight.matmul(query[row][i]).tanh();
      const double raised = attention->v_p->weight[0].dot(features).item<double>();
      const double p = static_cast<double>(length) / (1 + std::exp(-raised));
      auto weights = torch::zeros(8, torch::kDouble);
      double total = 0;
      for (int64_t s = 0; s < length; ++s) {
        const double distance = static_cast<double>(s) - p;
        if (std::abs(distance) > 2) continue;
        const double e = std::exp(query[row][i].dot(keys[row][s]).item<double>());
        total += e;
        weights[s] = e * std::exp(-distance * distance / 2);  // sigma = D / 2 = 1
      }
      EXPECT_NEAR(attended.positions[row][i].item<double>(), p, 1e-12);
      EXPECT_TRUE(test::tensors_near(attended.weights[row][i], weights / total, 1e-12));
    }
}

TEST(LocalAttention, PredictsAPositionWithinTheSentence) {
  const torch::NoGradGuard no_grad;
  auto attention = small_local_attention(2);
  const auto query = 100 * torch::randn({2, 50, 3}, torch::kDouble);
  const auto keys = torch::zeros({2, 9, 3}, torch::kDouble);
  const auto positions = attention(query, keys, keys, torch::tensor({9, 4})).positions;
  EXPECT_TRUE((positions[0] >= 0).logical_and(positions[0] <= 9).all().item<bool>());
  EXPECT_TRUE((positions[1] >= 0).logical_and(positions[1] <= 4).all().item<bool>());
}

TEST(LocalAttention, GivesNoWeightBeyondTheWindowOrTheLength) {
  const torch::NoGradGuard no_grad;
  auto attention = small_local_attention(2);
  const auto query = torch::randn({1, 20, 3}, torch::kDouble),
             keys = torch::randn({1, 30, 3}, torch::kDouble);
  const auto attended = attention(query, keys, keys, torch::tensor({25}));
  const auto distance = torch::arange(30) - attended.positions.unsqueeze(2);
  const auto outside = (distance.abs() > 2).logical_or(torch::arange(30) >= 25);
  EXPECT_TRUE((attended.weights.masked_select(outside) == 0).all().item<bool>());
  EXPECT_TRUE((attended.weights.sum(-1) <= 1).all().item<bool>());
}

// exp(-(s - p)^2 / (2 sigma^2)) tends to 1.
TEST(LocalAttention, WithAWideWindowIsGlobalAttention) {
  const torch::NoGradGuard no_grad;
  auto attention = small_local_attention(1'000'000'000);
  const auto query = torch::randn({1, 2, 3}, torch::kDouble),
             keys = torch::randn({1, 6, 3}, torch::kDouble);
  EXPECT_TRUE(test::tensors_near(attention(query, keys, keys).weights,
                                 ops::masked_softmax(query.matmul(keys.transpose(1, 2)), {}),
                                 1e-12));
}

TEST(LocalAttention, HasTheGradientsOfFiniteDifferences) {
  auto attention = small_local_attention(2);
  const auto variable = torch::dtype(torch::kDouble).requires_grad(true);
  test::expect_gradients_match(
      *attention,
      [&](const auto& inputs) { return attention(inputs[0], inputs[1], inputs[1]).context; },
      {torch::randn({1, 2, 3}, variable), torch::randn({1, 6, 3}, variable)});
}

}  // namespace
}  // namespace regard::nn
