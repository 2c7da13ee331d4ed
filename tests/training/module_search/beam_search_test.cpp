#include "module_search/steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "regard/base/error.h"
#include "search/table_search.h"

namespace regard::search {
namespace {

using text::kEos, text::kUnk;

class BeamSearchOnRandomTables : public testing::TestWithParam<uint64_t> {
 protected:
  static constexpr int64_t kSteps = 5;
  torch::Tensor table() const { return random_table(GetParam(), kSteps, 7); }
};

TEST_P(BeamSearchOnRandomTables, FindsWhatItsDefinitionFinds) {
  for (const int64_t beam_size : {1, 2, 3, 7}) {
    for (const int64_t min_length : {0, 3}) {
      const BeamSearchOptions options = {
          .beam_size = beam_size, .n_best = beam_size, .min_length = min_length};
      expect_same(search_table(table(), kSteps, options), defined_search(table(), kSteps, options));
    }
  }
}

TEST_P(BeamSearchOnRandomTables, FindsWhatBruteForceFindsWhenNothingIsPruned) {
  for (const double alpha : {0.0, 0.6, 1.0, 2.0}) {
    const BeamSearchOptions options = {
        .beam_size = 4 * 4 * 4 * 4 * 4, .n_best = 10, .penalty = {.alpha = alpha}};
    expect_same(search_table(table(), kSteps, options),
                best(brute_force(table(), kSteps, options), 10));
  }
}

TEST_P(BeamSearchOnRandomTables, ExitsEarlyWithTheListThatNeverStoppingGives) {
  for (const int64_t n_best : {1, 2, 4}) {
    BeamSearchOptions options = {.beam_size = 4, .n_best = n_best};
    const auto found = search_table(table(), kSteps, options);
    options.n_best = 1000;  // more than can finish, so search never stops early
    auto expected = search_table(table(), kSteps, options);
    expected.resize(static_cast<size_t>(n_best));
    expect_same(found, expected);
  }
}

TEST_P(BeamSearchOnRandomTables, OfWidthOneIsGreedySearch) {
  std::vector<int64_t> greedy;
  for (int64_t previous = 2; previous != kEos && greedy.size() < kSteps;) {
    auto row = table()[static_cast<int64_t>(greedy.size())][previous].clone();
    row[0] = row[2] = -INFINITY;
    previous = row.argmax().item<int64_t>();
    greedy.push_back(previous);
  }
  const auto found = search_table(table(), kSteps, {.beam_size = 1});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().tokens, greedy);
}

TEST_P(BeamSearchOnRandomTables, SearchesEachSentenceOnItsOwn) {
  std::vector<torch::Tensor> tables;
  std::vector<Ids> sources;
  for (int64_t sentence = 0; sentence < 9; ++sentence) {
    tables.push_back(random_table(100 * GetParam() + static_cast<uint64_t>(sentence), kSteps, 7));
    sources.emplace_back(1 + sentence % kSteps, sentence);
  }
  const BeamSearchOptions options = {.beam_size = 3, .n_best = 3};
  const auto together = beam_search(test::table_steps_of_sentences(torch::stack(tables)), sources,
                                    test::of_source_length(options));
  for (size_t sentence = 0; sentence < tables.size(); ++sentence) {
    const auto max_length = static_cast<int64_t>(sources[sentence].size());
    expect_same(together[sentence], search_table(tables[sentence], max_length, options));
  }
}

TEST_P(BeamSearchOnRandomTables, NeverWritesPadOrBos) {
  auto likes_them = table();
  likes_them.select(2, 0).fill_(-1e-3);
  likes_them.select(2, 2).fill_(-1e-3);
  for (const auto& hypothesis : search_table(likes_them, kSteps, {.n_best = 5})) {
    EXPECT_EQ(std::ranges::count(hypothesis.tokens, 0) + std::ranges::count(hypothesis.tokens, 2),
              0);
  }
}

TEST_P(BeamSearchOnRandomTables, KeepsTheLengthLimits) {
  for (const auto& hypothesis :
       search_table(table(), 4, {.beam_size = 4, .n_best = 4, .min_length = 3})) {
    EXPECT_LE(hypothesis.tokens.size(), 4U);
    EXPECT_GE(hypothesis.tokens.size(), 3U);
    EXPECT_EQ(hypothesis.finished, hypothesis.tokens.back() == kEos);
  }
}
INSTANTIATE_TEST_SUITE_P(Seed, BeamSearchOnRandomTables, testing::Range(uint64_t{1}, uint64_t{13}),
                         testing::PrintToStringParamName());

/// Two sequences of the same length and probability: the smaller token comes first, even if more
/// tokens tie than the beam examines.
TEST(BeamSearch, GivesTiesToTheSmallerToken) {
  const auto all_the_same = torch::full({3, 50, 50}, -2.0, torch::kFloat64);
  const auto found = search_table(all_the_same, 1, {.beam_size = 4, .n_best = 4});
  std::vector<std::vector<int64_t>> tokens;
  for (const auto& hypothesis : found) tokens.push_back(hypothesis.tokens);
  EXPECT_EQ(tokens, (std::vector<std::vector<int64_t>>{{kEos}, {kUnk}, {4}, {5}}));
}

// After a first step in which eos has probability 0.5, token 4 may still lead to a better result
// than those found; other tokens cannot.
TEST(BeamSearch, TakesNoStepWithWhatCannotComeAmongTheNBest) {
  auto table = torch::full({5, 7, 7}, std::log(0.02), torch::kFloat64);
  table.select(2, kEos).fill_(std::log(0.5));
  table.select(2, 4).fill_(std::log(0.4));
  const auto rows_of_second_step = [&](int64_t n_best) {
    std::vector<size_t> rows;
    const auto step = test::table_steps(table);
    test::search_steps(
        [&](const StepInput& input) {
          rows.push_back(input.previous.size());
          return step(input);
        },
        5, {.beam_size = 4, .n_best = n_best});
    return rows.at(1);
  };
  EXPECT_EQ(rows_of_second_step(1), 1U);
  EXPECT_EQ(rows_of_second_step(4), 4U);
}

TEST(BeamSearch, GivesWhatThereIsWhereTheVocabularyIsSmallerThanTheBeam) {
  const auto found = search_table(random_table(1, 1, 5), 1, {.beam_size = 10, .n_best = 10});
  EXPECT_EQ(found.size(), 3U);  // unk, eos and token 4
}

TEST(BeamSearch, PutsWhatWasCutOffAfterWhatFinished) {
  auto table = torch::full({2, 6, 6}, -1.0, torch::kFloat64);
  table.select(2, kEos).fill_(-1.5);
  const auto found = search_table(table, 2, {.beam_size = 3, .n_best = 6, .penalty = {.alpha = 0}});
  EXPECT_TRUE(std::ranges::is_sorted(found, std::greater<>(), &Hypothesis::finished));
  EXPECT_FALSE(found.back().finished);
}

TEST(BeamSearch, SaysThatAModelComputesNoNumbers) {
  const auto broken = torch::full({1, 6, 6}, NAN, torch::kFloat64);
  EXPECT_THROW(search_table(broken, 1, {}), Error);
}

TEST(BeamSearch, OfNoSentencesFindsNothing) {
  EXPECT_TRUE(beam_search(TensorSteps(), {}, {}).empty());
}

}  // namespace
}  // namespace regard::search
