#include "lessons/markov.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include <cmath>

#include "base/random.h"

namespace regard::nn {
namespace {

/// Bits, each the sum of the two before it with probability 0.9: a chain of order 2.
std::vector<int32_t> chain_of_order_two(size_t length) {
  RandomEngine random(4);
  std::vector<int32_t> bits = {0, 1};
  while (bits.size() < length) {
    const auto sum = (bits[bits.size() - 1] + bits[bits.size() - 2]) % 2;
    bits.push_back(uniform(random) < 0.9 ? sum : 1 - sum);
  }
  return bits;
}

double perplexity_of_order(int64_t order, const std::vector<int32_t>& text) {
  MarkovModel model(order, 2);
  const auto half = text.size() / 2;
  model.learn(std::span(text).first(half));
  return model.perplexity(std::span(text).subspan(half));
}

TEST(MarkovModel, IsTheShareOfTheCounts) {
  const std::vector<int32_t> text = {0, 1, 0, 1, 0, 2, 0, 1};
  MarkovModel model(1, 3, 0);
  model.learn(text);
  const std::vector<int32_t> past = {2, 0};
  EXPECT_DOUBLE_EQ(model.probability(past, 1), 0.75);
  EXPECT_DOUBLE_EQ(model.probability(past, 2), 0.25);
  EXPECT_DOUBLE_EQ(model.probability(past, 0), 0);
}

// exp of the entropy of (0.9, 0.1) is 1.384; a uniform guess between two has perplexity 2.
TEST(MarkovModel, NeedsTheOrderOfTheChainAndNoMore) {
  const auto text = chain_of_order_two(40'000);
  const double entropy = -0.9 * std::log(0.9) - 0.1 * std::log(0.1);
  EXPECT_NEAR(std::exp(entropy), 1.384, 0.001);
  EXPECT_NEAR(perplexity_of_order(0, text), 2, 0.02);
  EXPECT_NEAR(perplexity_of_order(1, text), 2, 0.02);
  EXPECT_NEAR(perplexity_of_order(2, text), 1.384, 0.02);
  EXPECT_NEAR(perplexity_of_order(4, text), 1.384, 0.02);
}

// Shuffled, the same numbers are independent and have perplexity 2.
TEST(MarkovModel, FindsNothingInAShuffledChain) {
  auto text = chain_of_order_two(40'000);
  RandomEngine random(5);
  shuffle(text, random);
  for (const int64_t order : {0, 1, 2, 4}) EXPECT_NEAR(perplexity_of_order(order, text), 2, 0.02);
}

TEST(MarkovModel, GivesEverySymbolTheSameProbabilityBeforeItHasSeenAny) {
  const std::vector<int32_t> text = {3, 1, 4, 1, 5};
  EXPECT_NEAR(MarkovModel(2, 28).perplexity(text), 28, 1e-9);
}

const torch::Tensor kTransitions =
    torch::tensor({{0.5, 0.3, 0.2}, {0.1, 0.6, 0.3}, {0.4, 0.4, 0.2}}, torch::kDouble);

TEST(StationaryDistribution, IsLeftAsItIsByAStep) {
  const auto p = stationary_distribution(kTransitions);
  EXPECT_TRUE(p.matmul(kTransitions).allclose(p, 0, 1e-12));
  EXPECT_NEAR(p.sum().item<double>(), 1, 1e-12);
}

// Checks all 81 sequences of length four over three states.
TEST(ReversedTransitions, GiveEverySequenceTheSameProbability) {
  const auto p = stationary_distribution(kTransitions);
  const auto reversed = reversed_transitions(kTransitions);
  EXPECT_TRUE(reversed.sum(1).allclose(torch::ones(3, torch::kDouble), 0, 1e-12));
  double sum = 0;
  for (int64_t i = 0; i < 81; ++i) {
    const std::vector<int64_t> states = {i / 27, i / 9 % 3, i / 3 % 3, i % 3};
    const std::vector<int64_t> backwards(states.rbegin(), states.rend());
    const double forwards = log_probability(p, kTransitions, states);
    EXPECT_NEAR(log_probability(p, reversed, backwards), forwards, 1e-12);
    sum += std::exp(forwards);
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

}  // namespace
}  // namespace regard::nn
