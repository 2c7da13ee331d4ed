#include "text/characters.h"

#include <gtest/gtest.h>

namespace regard::text {
namespace {

TEST(LetterCase, RecognizesTextInCapitals) {
  for (const char* text :
       {"WHERE IS THE STATION?", "HELLO!", "\u00C0 L'\u00C9COLE", "I SEE 3 CATS"}) {
    EXPECT_TRUE(is_in_capitals(text)) << text;
  }
  for (const char* text :
       {"", "OK", "USA", "Hello", "I am in the USA", "42!", "\u65E5\u672C\u8A9E"}) {
    EXPECT_FALSE(is_in_capitals(text)) << text;
  }
}

TEST(LetterCase, ChangesAccentedLetters) {
  EXPECT_EQ(in_capitals("O\u00F9 est l'\u0153uf\u00A0?"), "O\u00D9 EST L'\u0152UF\u00A0?");
  EXPECT_EQ(in_lower_case("\u00C9T\u00C9"), "\u00E9t\u00E9");
  EXPECT_EQ(with_capital("\u00E9t\u00E9"), "\u00C9t\u00E9");
  EXPECT_EQ(with_small_letter("The Cat"), "the Cat");
  EXPECT_EQ(with_capital(""), "");
}

}  // namespace
}  // namespace regard::text
