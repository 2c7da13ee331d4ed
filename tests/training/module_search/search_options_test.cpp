// Options with which beam search does more than find the best translation, compared with brute
// force if the vocabulary is small enough.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "module_search/steps.h"
#include "search/request.h"
#include "search/table_search.h"

namespace regard::search {
namespace {

using text::kBos;

constexpr int64_t kVocab = 7;
constexpr int64_t kLongest = 5;
/// A beam so wide that nothing is ever pruned.
constexpr int64_t kAll = 2000;

constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr double kTolerance = 1e-5;  // sums of a few float32 logarithms

torch::Tensor random_table(uint64_t seed) {
  return search::random_table(seed, kLongest, kVocab, torch::kFloat32);
}

/// Attention (step, previous, source) from a seed; four source tokens, the last of them eos.
torch::Tensor random_attention(uint64_t seed) {
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(seed + 100);
  return torch::randn({kLongest, kVocab, 4}, generator).mul(3).softmax(-1);
}

StepFunction attending_steps(const torch::Tensor& table, const torch::Tensor& attention) {
  return [=, step = int64_t{0}](const StepInput& input) mutable -> NextTokens {
    const auto previous = torch::tensor(std::vector(input.previous.begin(), input.previous.end()));
    const NextTokens next{table[step].index_select(0, previous),
                          {{.weights = attention[step].index_select(0, previous)}}};
    ++step;
    return next;
  };
}

double log_prob_under(const TokenRules& rules, const torch::Tensor& table, const Ids& tokens) {
  auto ruled = table.clone();
  for (size_t step = 0; step < tokens.size(); ++step) {
    const std::span before(tokens.data(), step);
    auto row = ruled[static_cast<int64_t>(step)][step == 0 ? kBos : before.back()];
    rules.apply(before, {row.data_ptr<float>(), kVocab});
  }
  return log_prob_in(ruled, tokens);
}

double by_length(const Ids& tokens, double log_prob) {
  return log_prob / static_cast<double>(tokens.size());
}

Hypotheses search_all(const StepFunction& steps, BeamSearchOptions options,
                      const Request& request = {}) {
  options.beam_size = kAll;
  return test::search_steps(steps, kLongest, options, request);
}

class SearchOptions : public testing::TestWithParam<int> {
 protected:
  uint64_t seed() const { return static_cast<uint64_t>(GetParam()); }

  // Checks that `found` are the best of all allowed hypotheses.
  void expect_the_best(const Hypotheses& found, const std::function<bool(const Ids&)>& is_allowed,
                       const std::function<double(const Ids&, double)>& score = by_length) const {
    const auto log_prob = [&](const Ids& tokens) {
      return is_allowed(tokens) ? log_prob_in(table_, tokens) : kNever;
    };
    const auto all = brute_force(kVocab, kLongest, log_prob, score);
    expect_same(found, best(all, static_cast<int64_t>(found.size())), kTolerance);
  }

  torch::Tensor table_ = random_table(seed());
};

TEST_P(SearchOptions, FindWhatBruteForceFindsUnderRules) {
  const TokenRules rules{.suppressed = {5}, .repetition_penalty = 1.7, .no_repeat_ngram = 2};
  const auto found = search_all(test::table_steps(table_), {.n_best = 4, .rules = rules});
  const auto log_prob = [&](const Ids& tokens) { return log_prob_under(rules, table_, tokens); };
  const auto all = brute_force(kVocab, kLongest, log_prob, by_length);
  expect_same(found, best(all, 4), kTolerance);
}

TEST_P(SearchOptions, FindTheBestThatCoversTheSource) {
  const auto attention = random_attention(seed());
  const auto coverage = [&](const Ids& tokens, double log_prob) {
    auto sum = torch::zeros({4});
    for (size_t step = 0; step < tokens.size(); ++step) {
      sum += attention[static_cast<int64_t>(step)][step == 0 ? kBos : tokens[step - 1]];
    }
    return by_length(tokens, log_prob) +
           0.4 * sum.slice(0, 0, 3).clamp_max(1.0).log().sum().item<double>();
  };
  const auto found =
      search_all(attending_steps(table_, attention), {.n_best = 4, .coverage_penalty = 0.4});
  expect_the_best(
      found, [](const Ids&) { return true; }, coverage);
}

TEST_P(SearchOptions, FindTheBestThatBeginsWithAPrefix) {
  const Ids prefix = {4, 6};
  const auto found = search_all(test::table_steps(table_), {.n_best = 3}, {.prefix = prefix});
  // The tokens of the prefix, which are not chosen, count neither in log P nor in the length.
  const auto of_the_chosen = [&](const Ids& tokens, double log_prob) {
    const auto chosen = static_cast<double>(tokens.size() - prefix.size());
    return (log_prob - log_prob_in(table_, prefix)) / chosen;
  };
  expect_the_best(
      found, [](const Ids& t) { return t.size() > 2 && t[0] == 4 && t[1] == 6; }, of_the_chosen);
}

TEST_P(SearchOptions, FindTheBestThatHasThePhrases) {
  const Request request{.phrases = {{5, 1}, {6}}};
  const auto has = [](const Ids& tokens, const Ids& phrase) {
    return std::search(tokens.begin(), tokens.end(), phrase.begin(), phrase.end()) != tokens.end();
  };
  const auto found = search_all(test::table_steps(table_), {.n_best = 3}, request);
  expect_the_best(found, [&](const Ids& t) { return has(t, {5, 1}) && has(t, {6}); });
}

TEST_P(SearchOptions, FindTheBestOfALeastLength) {
  const auto found = search_all(test::table_steps(table_), {.n_best = 3}, {.min_length = 4});
  expect_the_best(found, [](const Ids& t) { return t.size() >= 4; });
}

TEST_P(SearchOptions, MeetPhrasesInASmallBeamToo) {
  const Request request{.phrases = {{5, 1}, {6}}};
  const auto found =
      test::search_steps(test::table_steps(table_), kLongest, {.beam_size = 4}, request);
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(Phrases(request.phrases).of(found.front().tokens).complete);
  EXPECT_TRUE(found.front().finished);
}

INSTANTIATE_TEST_SUITE_P(Of, SearchOptions, testing::Range(1, 5));

TEST(DiverseSearch, TakesAnotherFirstTokenInEachGroup) {
  const auto table = random_table(1);
  const auto found =
      search_table(table, kLongest, {.beam_size = 4, .n_best = 4, .groups = 4, .diversity = 50.0});
  std::set<int64_t> first;
  for (const auto& hypothesis : found) first.insert(hypothesis.tokens.front());
  EXPECT_EQ(first.size(), 4);
}

TEST(DiverseSearch, KeepsTheLogProbabilitiesOfTheModel) {
  const auto table = random_table(2);
  const auto found =
      search_table(table, kLongest, {.beam_size = 6, .n_best = 6, .groups = 3, .diversity = 2.0});
  EXPECT_GE(found.size(), 3U);
  for (const auto& hypothesis : found) {
    EXPECT_NEAR(hypothesis.log_prob, log_prob_in(table, hypothesis.tokens), 1e-5);
  }
}

TEST(DiverseSearch, OfOneGroupIsBeamSearch) {
  const auto table = random_table(3);
  const BeamSearchOptions plain{.beam_size = 3, .n_best = 3};
  auto one = plain;
  one.diversity = 9.0;
  expect_same(search_table(table, kLongest, one), search_table(table, kLongest, plain));
}

}  // namespace
}  // namespace regard::search
