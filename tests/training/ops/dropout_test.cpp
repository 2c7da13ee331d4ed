#include "ops/dropout.h"

#include <torch/utils.h>

#include "support/golden_tensors.h"

namespace regard::ops {
namespace {

class SeededDropoutOf : public testing::TestWithParam<double> {};

// The standard deviation of the kept share of n numbers, sqrt(p (1 - p) / n), is below 0.0005 here.
TEST_P(SeededDropoutOf, KeepsTheRightShareAndScalesIt) {
  torch::manual_seed(8);
  const double rate = GetParam();
  const auto y = seeded_dropout(torch::ones({1000, 1001}), rate, true);
  const auto kept = y != 0;
  EXPECT_NEAR(kept.to(torch::kFloat).mean().item<double>(), 1 - rate, 0.003);
  EXPECT_TRUE(test::tensors_near(y.masked_select(kept).max(), torch::tensor(1 / (1 - rate)), 1e-6));
  EXPECT_TRUE(test::tensors_near(y.masked_select(kept).min(), torch::tensor(1 / (1 - rate)), 1e-6));
  // Rows, columns and neighbors show no pattern.
  EXPECT_LT((kept.to(torch::kFloat).mean(0) - (1 - rate)).abs().max().item<double>(), 0.09);
  EXPECT_LT((kept.to(torch::kFloat).mean(1) - (1 - rate)).abs().max().item<double>(), 0.09);
  const auto both =
      kept.slice(1, 1).logical_and(kept.slice(1, 0, -1)).to(torch::kFloat).mean().item<double>();
  EXPECT_NEAR(both, (1 - rate) * (1 - rate), 0.003);
}

INSTANTIATE_TEST_SUITE_P(Rates, SeededDropoutOf, testing::Values(0.1, 0.3, 0.5, 0.9));

TEST(SeededDropout, GivesTheSameMaskAfterTheSameSeedForAnyNumberOfThreads) {
  const auto x = torch::randn({300, 257});
  const int threads = torch::get_num_threads();
  std::vector<torch::Tensor> results;
  for (const int count : {1, 2, 3}) {
    torch::set_num_threads(count);
    torch::manual_seed(9);
    results.push_back(torch::cat({seeded_dropout(x, 0.2, true), seeded_dropout(x, 0.2, true)}));
  }
  torch::set_num_threads(threads);
  EXPECT_TRUE(results[1].equal(results[0]));
  EXPECT_TRUE(results[2].equal(results[0]));
  EXPECT_FALSE(results[0].slice(0, 0, 300).equal(results[0].slice(0, 300)));  // different masks
}

TEST(SeededDropout, DropsTheSameNumbersOfTheGradient) {
  torch::manual_seed(10);
  const auto x = torch::ones({50, 200}, torch::requires_grad());
  const auto y = seeded_dropout(x, 0.4, true);
  y.sum().backward();
  EXPECT_TRUE(x.grad().equal(y.detach()));
}

TEST(SeededDropout, OutsideTrainingDoesNothing) {
  const auto x = torch::randn({3, 4});
  EXPECT_TRUE(seeded_dropout(x, 0.5, false).is_same(x));
  EXPECT_TRUE(seeded_dropout(x, 0.0, true).is_same(x));
}

}  // namespace
}  // namespace regard::ops
