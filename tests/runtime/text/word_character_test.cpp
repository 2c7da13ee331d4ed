#include "text/characters.h"

#include <gtest/gtest.h>

#include <string>

namespace regard::text {
namespace {

TEST(WordCharacter, IsALetterAMarkOfOneOrADigitOfAnyScript) {
  for (const char32_t c : std::u32string(U"aÉœжδ漢が٣7\u0301")) {
    EXPECT_TRUE(is_of_word(c)) << static_cast<uint32_t>(c);
  }
  for (const char32_t c : std::u32string(U" -'’.,!«▁\u00A0€")) {
    EXPECT_FALSE(is_of_word(c)) << static_cast<uint32_t>(c);
  }
}

TEST(WordCharacter, IsALetterUnlessItIsAMarkOrADigit) {
  for (const char32_t c : std::u32string(U"aÉœжδ漢")) {
    EXPECT_TRUE(is_letter(c)) << static_cast<uint32_t>(c);
  }
  for (const char32_t c : std::u32string(U"٣7\u0301\uFE0F -€")) {
    EXPECT_FALSE(is_letter(c)) << static_cast<uint32_t>(c);
  }
}

TEST(WordCharacter, HasALowerCase) { EXPECT_EQ(lower(U"ÉTÉ 7 œ ЖД"), U"été 7 œ жд"); }

}  // namespace
}  // namespace regard::text
