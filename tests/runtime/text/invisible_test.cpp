#include "text/characters.h"

#include <gtest/gtest.h>

namespace regard::text {
namespace {

TEST(WithoutInvisible, RemovesWhatNobodySees) {
  EXPECT_EQ(
      without_invisible("mo\u00ADther \u200Bis\u2060 \uFEFF\u200Ehe\u200Fre \u2068x\u2069\u202C"),
      "mother is here x");
  EXPECT_EQ(without_invisible("in\u200Cvis\u200Dible"), "invisible");
}

TEST(WithoutInvisible, HasPlainHyphens) {
  EXPECT_EQ(without_invisible("well\u2011known e\u2010mail \u2012"), "well-known e-mail \u2012");
}

TEST(WithoutInvisible, KeepsEmojiAndLetters) {
  for (const char* text : {"\U0001F469\u200D\U0001F4BB", "\u2764\uFE0F\u200D\U0001F525",
                           "\u00E9t\u00E9\u2026", "", "a\u00A0b", "\xFF\xC2"}) {
    EXPECT_EQ(without_invisible(text), text);
  }
}

}  // namespace
}  // namespace regard::text
