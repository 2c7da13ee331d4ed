#include "search/beam_search_options.h"

#include <gtest/gtest.h>

#include <cmath>

namespace regard::search {
namespace {

TEST(LengthPenalty, OfPowerDividesByLengthToTheAlpha) {
  const LengthPenalty penalty = {.alpha = 0.75};
  EXPECT_DOUBLE_EQ(penalty.score(-3.0, 5, true), -3.0 / std::pow(5.0, 0.75));
}

TEST(LengthPenalty, OfGnmtIsItsEquationFourteen) {
  const LengthPenalty penalty = {.alpha = 0.6, .form = LengthPenalty::Form::gnmt};
  EXPECT_DOUBLE_EQ(penalty.score(-3.0, 7, true), -3.0 / std::pow(12.0 / 6.0, 0.6));
}

TEST(LengthPenalty, CountsTheEndOfSentenceOnlyIfAsked) {
  const LengthPenalty penalty = {.alpha = 1.0, .count_eos = false};
  EXPECT_DOUBLE_EQ(penalty.score(-6.0, 3, true), -3.0);
  EXPECT_DOUBLE_EQ(penalty.score(-6.0, 3, false), -2.0);
  EXPECT_DOUBLE_EQ(penalty.score(-6.0, 1, true), -6.0) << "the length is at least 1";
}

}  // namespace
}  // namespace regard::search
