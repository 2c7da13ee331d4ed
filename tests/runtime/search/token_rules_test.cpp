#include "search/beam_search_options.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace regard::search {
namespace {

using Ids = std::vector<int64_t>;

/// The log-probabilities after the rules are applied to five tokens of log-probability -1 that may
/// follow `tokens`.
std::vector<float> applied(const TokenRules& rules, const Ids& tokens) {
  std::vector<float> log_probs(5, -1.0F);
  rules.apply(tokens, log_probs);
  return log_probs;
}

TEST(TokenRules, ChangeNothingByThemselves) {
  EXPECT_TRUE(TokenRules().empty());
  EXPECT_EQ(applied({}, {1, 1, 2}), std::vector<float>(5, -1.0F));
}

TEST(TokenRules, NeverGiveASuppressedToken) {
  EXPECT_EQ(applied({.suppressed = {1, 4}}, {}),
            (std::vector<float>{-1, -INFINITY, -1, -1, -INFINITY}));
}

TEST(TokenRules, PenalizeARepeatedTokenOnce) {
  EXPECT_EQ(applied({.repetition_penalty = 1.5}, {2, 3, 2}),
            (std::vector<float>{-1, -1, -1.5, -1.5, -1}));
}

TEST(TokenRules, ForbidWhatWouldRepeatAnNgram) {
  EXPECT_EQ(applied({.no_repeat_ngram = 2}, {2, 3, 2, 4, 2}),
            (std::vector<float>{-1, -1, -1, -INFINITY, -INFINITY}));
  EXPECT_EQ(applied({.no_repeat_ngram = 3}, {2, 3, 4, 2, 3}),
            (std::vector<float>{-1, -1, -1, -1, -INFINITY}));
  EXPECT_EQ(applied({.no_repeat_ngram = 1}, {2}), (std::vector<float>{-1, -1, -INFINITY, -1, -1}));
  EXPECT_EQ(applied({.no_repeat_ngram = 3}, {2}), std::vector<float>(5, -1.0F));
}

}  // namespace
}  // namespace regard::search
