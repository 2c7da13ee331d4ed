#include "translate/candidates.h"

#include <gtest/gtest.h>

namespace regard::translate {
namespace {

TEST(SuspiciouslyShort, IsLessThanAThirdOfALongSource) {
  EXPECT_TRUE(is_suspiciously_short(6, 20));
  EXPECT_FALSE(is_suspiciously_short(7, 20));
}

TEST(SuspiciouslyShort, IsNoTranslationOfAFewTokens) {
  EXPECT_TRUE(is_suspiciously_short(1, 12));
  EXPECT_FALSE(is_suspiciously_short(1, 11));
}

}  // namespace
}  // namespace regard::translate
