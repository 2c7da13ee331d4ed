#ifdef REGARD_READERS_HEADER
#include "nn/coverage_attention.h"
#else
#include "exercises/solutions/coverage_attention.h"
#endif

#include <cmath>

#include "exercises/readers_header.h"
#include "nn/additive_attention.h"
#include "nn/mask.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(CoverageAttention, IsTheReaders) {
#ifdef REGARD_READERS_HEADER
  test::expect_readers_header("coverage_attention");
#else
  test::skip_for_want_of("coverage_attention");
#endif
}

CoverageAttention small_coverage_attention() {
  torch::manual_seed(1);
  CoverageAttention attention(
      CoverageAttentionOptions{.query_size = 3, .key_size = 2, .hidden_size = 4});
  attention->to(torch::kDouble);
  return attention;
}

// Keys 0 and 0, W_c = w_v = 1: the scores are the hyperbolic tangents of the coverages, and each
// fertility is 2 sigmoid(0) = 1. From coverages 0 and atanh(1/2) the scores are 0 and 1/2.
TEST(CoverageAttention, IsTheStepWorkedByHand) {
  const torch::NoGradGuard no_grad;
  CoverageAttention attention(
      CoverageAttentionOptions{.query_size = 1, .key_size = 1, .hidden_size = 1});
  attention->W_c->weight.fill_(1), attention->w_v->weight.fill_(1);
  const auto keys = torch::zeros({1, 2, 1}), values = torch::tensor({{{10.0}, {20.0}}});
  const auto coverage = torch::tensor({{0.0, std::atanh(0.5)}});
  const double second = 1 / (1 + std::exp(-0.5));
  const auto step = attention(torch::zeros({1, 1}), keys, values, coverage);
  EXPECT_TRUE(test::tensors_near(step.weights, torch::tensor({{1 - second, second}}), 1e-6));
  EXPECT_TRUE(test::tensors_near(step.context, torch::tensor({{10 + 10 * second}}), 1e-5));
  EXPECT_TRUE(test::tensors_near(step.coverage, coverage + step.weights, 1e-6));
}

TEST(CoverageAttention, BeforeItsFirstStepIsAdditiveAttention) {
  const torch::NoGradGuard no_grad;
  auto attention = small_coverage_attention();
  AdditiveAttention additive(
      AdditiveAttentionOptions{.query_size = 3, .key_size = 2, .hidden_size = 4});
  additive->to(torch::kDouble);
  additive->W_q->weight.copy_(attention->W_q->weight);
  additive->W_k->weight.copy_(attention->W_k->weight);
  additive->w_v->weight.copy_(attention->w_v->weight);
  const auto query = torch::randn({2, 3}, torch::kDouble),
             keys = torch::randn({2, 5, 2}, torch::kDouble),
             values = torch::randn({2, 5, 6}, torch::kDouble);
  const auto mask = length_mask(torch::tensor({5, 3}), 5);
  const auto step = attention(query, keys, values, torch::Tensor(), mask);
  const auto attended =
      additive(query.unsqueeze(1), additive->project_keys(keys), values, mask.unsqueeze(1));
  EXPECT_TRUE(test::tensors_near(step.weights, attended.weights.squeeze(1), 1e-12));
  EXPECT_TRUE(test::tensors_near(step.context, attended.context.squeeze(1), 1e-12));
}

TEST(CoverageAttention, AddsUpWeightsDividedByFertility) {
  const torch::NoGradGuard no_grad;
  auto attention = small_coverage_attention();
  const auto keys = torch::randn({1, 5, 2}, torch::kDouble);
  auto sum = torch::zeros({1, 5}, torch::kDouble);
  torch::Tensor coverage;
  for (int step = 0; step < 4; ++step) {
    const auto taken = attention(torch::randn({1, 3}, torch::kDouble), keys, keys, coverage);
    EXPECT_TRUE(test::tensors_near(taken.weights.sum(), torch::ones({}, torch::kDouble), 1e-12));
    sum += taken.weights;
    coverage = taken.coverage;
  }
  for (int64_t j = 0; j < 5; ++j) {
    const auto fertility = 2 * attention->U_f->weight[0].dot(keys[0][j]).sigmoid();
    EXPECT_TRUE(test::tensors_near(coverage[0][j] * fertility, sum[0][j], 1e-12));
  }
}

TEST(CoverageAttention, LooksAwayFromWhatIsCoveredWhenItsWeightsSayThat) {
  const torch::NoGradGuard no_grad;
  auto attention = small_coverage_attention();
  attention->W_c->weight.fill_(-1), attention->w_v->weight.fill_(1);
  const auto query = torch::randn({1, 3}, torch::kDouble),
             keys = torch::randn({1, 2}, torch::kDouble)
                        .expand({1, 3, 2});  // the same word three times
  const auto step = attention(query, keys, keys, torch::tensor({{2.0, 0.0, 1.0}}, torch::kDouble));
  const auto order = step.weights[0].argsort();
  EXPECT_TRUE(order.equal(torch::tensor({0, 2, 1})));
}

TEST(CoverageAttention, HasTheGradientsOfFiniteDifferencesThroughThreeSteps) {
  auto attention = small_coverage_attention();
  const auto variable = torch::dtype(torch::kDouble).requires_grad(true);
  test::expect_gradients_match(
      *attention,
      [&](const auto& inputs) {
        torch::Tensor coverage, context;
        for (int64_t step = 0; step < 3; ++step) {
          const auto taken = attention(inputs[0][step], inputs[1], inputs[1], coverage);
          coverage = taken.coverage, context = taken.context;
        }
        return torch::cat({context.flatten(), coverage.flatten()});
      },
      {torch::randn({3, 1, 3}, variable), torch::randn({1, 3, 2}, variable)});
}

}  // namespace
}  // namespace regard::nn
