#include "translate/item_places.h"

#include <gtest/gtest.h>

namespace regard::translate {
namespace {

TEST(SpelledNumber, KnowsEnglishAndFrench) {
  EXPECT_EQ(spelled_number("two"), 2);
  EXPECT_EQ(spelled_number("Deux"), 2);
  EXPECT_EQ(spelled_number("twenty-one"), 21);
  EXPECT_EQ(spelled_number("ninety-nine"), 99);
  EXPECT_EQ(spelled_number("hundred"), 100);
  EXPECT_EQ(spelled_number("dix-sept"), 17);
  EXPECT_EQ(spelled_number("vingt-et-un"), 21);
  EXPECT_EQ(spelled_number("soixante-dix"), 70);
  EXPECT_EQ(spelled_number("quatre-vingt-dix-neuf"), 99);
  EXPECT_EQ(spelled_number("quatre-vingts"), 80);
  EXPECT_EQ(spelled_number("cent"), 100);
}

TEST(SpelledNumber, IsNotAnyOtherWord) {
  for (const char* word : {"", "cat", "un", "une", "a", "twenty-twenty", "2"}) {
    EXPECT_FALSE(spelled_number(word)) << word;
  }
}

}  // namespace
}  // namespace regard::translate
