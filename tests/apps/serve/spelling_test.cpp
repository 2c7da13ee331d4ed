#include "serve/languages.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

TEST(Spelling, KnowsFrequentWords) {
  for (const auto* word : {"Coffee", "dog", "SAVE", "password"}) {
    EXPECT_GE(looks_english(word), kKnownWord) << word;
  }
  for (const auto* word : {"Chien", "eau", "ENREGISTRER", "février"}) {
    EXPECT_LE(looks_english(word), -kKnownWord) << word;
  }
}

TEST(Spelling, TellsOtherWordsByTheirLetters) {
  for (const auto* word : {"thoughtful", "Wednesday", "shipping", "knock", "weekly"}) {
    EXPECT_GT(looks_english(word), 0) << word;
  }
  for (const auto* word : {"château", "bibliothèque", "chanteuse", "mangez", "reçu"}) {
    EXPECT_LT(looks_english(word), 0) << word;
  }
}

TEST(Spelling, DoesNotDecideOnWordsOfBothLanguagesOrNone) {
  for (const auto* text : {"", "12", "table", "taxi", "?!"}) {
    EXPECT_EQ(looks_english(text), 0) << text;
  }
}

}  // namespace
}  // namespace regard::serve
