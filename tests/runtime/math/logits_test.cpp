#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/every_version.h"

namespace regard::math {
namespace {

class Logits : public EveryVersion {};

double log_sum_exp(const std::vector<float>& x) {
  double sum = 0.0;
  for (const float number : x) sum += std::exp(static_cast<double>(number));
  return std::log(sum);
}

TEST_P(Logits, AreSummed) {
  for (const int64_t size : kSizes) {
    const auto x = random_numbers(size, 1, 6.0F);
    double sum = 0.0;
    for (const float number : x) sum += number;
    const auto found = kernels_.row_sums(x.data(), size);
    EXPECT_NEAR(found.sum, sum, 1e-4) << size;
    EXPECT_NEAR(found.log_sum_exp, log_sum_exp(x), 1e-5) << size;
  }
}

TEST_P(Logits, AreSummedHoweverLargeTheyAre) {
  const std::vector<float> x = {1000.0F, 1000.0F, -1000.0F};
  EXPECT_NEAR(kernels_.row_sums(x.data(), 3).log_sum_exp, 1000.0 + std::log(2.0), 1e-3);
}

TEST_P(Logits, BecomeTheDifferenceOfTheirSoftmaxFromASmoothedTarget) {
  for (const int64_t size : kSizes) {
    const auto x = random_numbers(size, 1, 6.0F);
    const double normalizer = log_sum_exp(x);
    auto y = x;
    kernels_.softmax_difference(y.data(), size, static_cast<float>(normalizer), 0.125F);
    for (size_t i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(y[i], std::exp(x[i] - normalizer) - 0.125, 2e-6);
    }
  }
}

TEST_P(Logits, AreScannedForTheBestAndTheSumOfTheirExponentials) {
  constexpr int64_t kTokens = 83, kFirst = 100;
  auto logits = random_numbers(kTokens, 15, 5.0F);
  logits[20] = logits[60] = 9.0F;  // a tie: the lower token comes first
  logits[70] = 10.0F;              // forbidden, but counts in the sum
  const std::vector<int64_t> never = {3, kFirst + 70};
  std::vector<float> best_logits(4);
  std::vector<int64_t> best_tokens(4);
  BestLogits best{
      .wanted = 4, .found = 0, .logits = best_logits.data(), .tokens = best_tokens.data()};
  const auto sum = kernels_.scan(logits.data(), kFirst, kTokens, never, best);

  std::vector<int64_t> order;
  double expected = 0.0;
  for (int64_t i = 0; i < kTokens; ++i) {
    if (i != 70) order.push_back(i);
    expected += std::exp(static_cast<double>(logits[static_cast<size_t>(i)]) - 10.0);
  }
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return logits[static_cast<size_t>(a)] > logits[static_cast<size_t>(b)];
  });
  EXPECT_EQ(sum.maximum, 10.0F);
  EXPECT_NEAR(sum.sum, expected, 1e-5 * expected);
  ASSERT_EQ(best.found, 4);
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(best_tokens[i], kFirst + order[i]);
    EXPECT_EQ(best_logits[i], logits[static_cast<size_t>(order[i])]);
  }
}

TEST_P(Logits, ThatAreNotNumbersAreDetected) {
  std::vector<float> logits(40, 1.0F);
  logits[33] = std::nanf("");
  float best_logit = 0.0F;
  int64_t best_token = 0;
  BestLogits best{.wanted = 1, .found = 0, .logits = &best_logit, .tokens = &best_token};
  EXPECT_TRUE(std::isnan(kernels_.scan(logits.data(), 0, 40, {}, best).sum));
  EXPECT_TRUE(std::isnan(kernels_.row_sums(logits.data(), 40).log_sum_exp));
}

REGARD_FOR_EVERY_VERSION(Logits);

}  // namespace
}  // namespace regard::math
