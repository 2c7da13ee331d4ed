#include "search/beam_search_options.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "regard/base/error.h"

namespace regard::search {
namespace {

// Tokens 2, 0, 1, 3 have probabilities 0.5, 0.25, 0.125, 0.125.
const std::vector<double> kLogits = {std::log(0.25), std::log(0.125), std::log(0.5),
                                     std::log(0.125)};
constexpr int kDraws = 20'000;

std::map<int64_t, double> shares(const SamplingOptions& options,
                                 const std::vector<double>& logits = kLogits) {
  std::mt19937_64 random(7);
  std::map<int64_t, double> shares;
  for (int draw = 0; draw < kDraws; ++draw) {
    shares[sample_token(logits, options, random)] += 1.0 / kDraws;
  }
  return shares;
}

// Five standard deviations of a proportion: 5 * sqrt(0.25 / 20 000).
constexpr double kNear = 0.018;

void expect_shares(const std::map<int64_t, double>& found,
                   const std::map<int64_t, double>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (const auto& [token, share] : wanted) EXPECT_NEAR(found.at(token), share, kNear) << token;
}

TEST(Sampling, DrawsTokensAsOftenAsTheyAreLikely) {
  expect_shares(shares({}), {{0, 0.25}, {1, 0.125}, {2, 0.5}, {3, 0.125}});
}

TEST(Sampling, SharpensWithALowTemperature) {  // p^2, normalized
  expect_shares(shares({.temperature = 0.5}),
                {{0, 4.0 / 22}, {1, 1.0 / 22}, {2, 16.0 / 22}, {3, 1.0 / 22}});
}

TEST(Sampling, WithAnEpsilonLeavesOutLessLikelyTokens) {
  expect_shares(shares({.epsilon = 0.2}), {{0, 1.0 / 3}, {2, 2.0 / 3}});
  expect_shares(shares({.epsilon = 0.9}), {{2, 1.0}});
}

TEST(Sampling, AtTemperature0TakesTheMostLikelyToken) {
  expect_shares(shares({.temperature = 0}), {{2, 1.0}});
}

TEST(Sampling, AtTemperature0TakesTheLowestOfEquallyLikelyTokens) {
  expect_shares(shares({.temperature = 0}, {1.0, 3.0, 3.0}), {{1, 1.0}});
}

TEST(Sampling, KeepsTheTopK) {
  expect_shares(shares({.top_k = 2}), {{0, 1.0 / 3}, {2, 2.0 / 3}});
  expect_shares(shares({.top_k = 3}), {{0, 2.0 / 7}, {1, 1.0 / 7}, {2, 4.0 / 7}});
  expect_shares(shares({.top_k = 9}), shares({}));
}

TEST(Sampling, KeepsTheFewestTokensThatReachTopP) {
  expect_shares(shares({.top_p = 0.4}), {{2, 1.0}});
  expect_shares(shares({.top_p = 0.6}), {{0, 1.0 / 3}, {2, 2.0 / 3}});
}

TEST(Sampling,
     AppliesTopPToTheTokensThatTopKLeft) {  // token 2 has 2/3 of the remaining probability
  expect_shares(shares({.top_k = 2, .top_p = 0.65}), {{2, 1.0}});
}

TEST(Sampling, NeverDrawsForbiddenTokens) {
  expect_shares(shares({}, {0.0, -INFINITY, 0.0}), {{0, 0.5}, {2, 0.5}});
  std::mt19937_64 random(1);
  EXPECT_THROW(sample_token(std::vector<double>{-INFINITY}, {}, random), Error);
}

}  // namespace
}  // namespace regard::search
