#include "search/beam_search_options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "search/table_search.h"

namespace regard::search {
namespace {

using text::kEos;

constexpr int64_t kSteps = 5, kWords = 7, kOpen = 4, kWord = 5, kLetter = 6;

BeamSearchOptions with_rule(std::vector<int64_t> boundaries = {kEos, kWord}) {
  BeamSearchOptions options;
  options.whole_words = {
      .end_within_word = [](auto tokens) { return !tokens.empty() && tokens.back() == kOpen; },
      .boundaries = std::move(boundaries)};
  return options;
}

bool breaks_rule(const Ids& tokens) {
  return std::ranges::adjacent_find(tokens, [](int64_t token, int64_t next) {
           return token == kOpen && (next == kEos || next == kWord);
         }) != tokens.end();
}

class WholeWordsOnRandomTables : public testing::TestWithParam<uint64_t> {
 protected:
  torch::Tensor table_ = search::random_table(GetParam(), kSteps, kWords);
};

TEST_P(WholeWordsOnRandomTables, AreWhatBruteForceFindsWhenNothingIsPruned) {
  auto options = with_rule();
  options.beam_size = 4 * 4 * 4 * 4 * 4;
  options.n_best = 10;
  const auto log_prob = [&](const Ids& tokens) {
    return breaks_rule(tokens) ? -INFINITY : log_prob_in(table_, tokens);
  };
  const auto score = [&](const Ids& tokens, double sum) {
    return options.penalty.score(sum, static_cast<int64_t>(tokens.size()), true);
  };
  expect_same(search_table(table_, kSteps, options),
              best(brute_force(kWords, kSteps, log_prob, score), options.n_best));
}

TEST_P(WholeWordsOnRandomTables, AreAllThatAnyBeamWrites) {
  for (const int64_t beam_size : {1, 2, 4}) {
    for (const int64_t groups : {int64_t{1}, beam_size}) {
      auto options = with_rule();
      options.beam_size = options.n_best = beam_size;
      options.groups = groups;
      for (const auto& found : search_table(table_, kSteps, options)) {
        EXPECT_FALSE(breaks_rule(found.tokens));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, WholeWordsOnRandomTables, testing::Range<uint64_t>(1, 21));

/// Begins with a token after which eos is most likely but not allowed.
torch::Tensor table_of_half_words() {
  auto table = torch::full({kSteps, kWords, kWords}, -9.0, torch::kFloat64);
  table[0].select(1, kOpen).fill_(-0.1);
  table.slice(0, 1).select(2, kEos).fill_(-0.1);
  table.slice(0, 1).select(2, kLetter).fill_(-1.0);
  return table;
}

TEST(WholeWords, LetNoTranslationEndWithHalfAWord) {
  const auto table = table_of_half_words();
  EXPECT_EQ(search_table(table, kSteps, {.beam_size = 1}).front().tokens, (Ids{kOpen, kEos}));
  auto options = with_rule();
  options.beam_size = 1;
  EXPECT_EQ(search_table(table, kSteps, options).front().tokens, (Ids{kOpen, kLetter, kEos}));
}

TEST(WholeWords, MayBeTheUsersOwn) {
  const Request request{.may_end_words = {kOpen}};
  auto options = with_rule();
  options.beam_size = 1;
  const auto found =
      test::search_steps(test::table_steps(table_of_half_words()), kSteps, options, request);
  EXPECT_EQ(found.front().tokens, (Ids{kOpen, kEos}));
}

TEST(WholeWords, AreLeftUnfinishedOnlyWhereNothingMayFollow) {
  auto options = with_rule({1, kEos, kOpen, kWord, kLetter});
  options.beam_size = 1;
  const auto found = search_table(table_of_half_words(), kSteps, options).front();
  EXPECT_EQ(found.tokens, Ids{kOpen});
  EXPECT_FALSE(found.finished);
  options.beam_size = 2;  // the other hypothesis continues
  EXPECT_FALSE(breaks_rule(search_table(table_of_half_words(), kSteps, options).front().tokens));
  EXPECT_TRUE(search_table(table_of_half_words(), kSteps, options).front().finished);
}

}  // namespace
}  // namespace regard::search
