#include "translate/candidates.h"

#include <gtest/gtest.h>

#include <vector>

namespace regard::translate {
namespace {

using Ids = std::vector<int64_t>;

TEST(Repetition, IsTheSameTokensAgainAndAgain) {
  EXPECT_TRUE(repeats_itself(Ids{4, 7, 7, 7, 7, 7, 7, 7, 7}, Ids{4, 5}));
  EXPECT_TRUE(repeats_itself(Ids{1, 2, 5, 6, 5, 6, 5, 6, 5, 6, 3}, Ids{4, 5}));
}

TEST(Repetition, IsNotAWordSaidTwice) {
  EXPECT_FALSE(repeats_itself(Ids{7, 7, 7, 7, 7}, Ids{4, 5}));
  EXPECT_FALSE(repeats_itself(Ids{5, 6, 5, 6, 5, 6, 9, 5, 6}, Ids{4, 5}));
  EXPECT_FALSE(repeats_itself(Ids{}, Ids{}));
}

TEST(Repetition, IsNotFoundIfTheSourceRepeatsItself) {
  const Ids loop(12, 7);
  EXPECT_FALSE(repeats_itself(loop, loop));
}

}  // namespace
}  // namespace regard::translate
