#include "base/utf8.h"

#include <gtest/gtest.h>

namespace regard {
namespace {

TEST(WordsIn, CountsTextBetweenSpaces) {
  EXPECT_EQ(words_in("the old house"), 3);
  EXPECT_EQ(words_in("  the\told \r\n house "), 3);
  EXPECT_EQ(words_in("house"), 1);
  EXPECT_EQ(words_in(" \t"), 0);
  EXPECT_EQ(words_in(""), 0);
}

// A non-breaking space before a French question mark does not end the word.
TEST(WordsIn, KnowsOnlyAsciiSpaces) { EXPECT_EQ(words_in("où\u00A0?"), 1); }

}  // namespace
}  // namespace regard
