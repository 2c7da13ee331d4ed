#include "compare/words.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace regard::compare {
namespace {

using Words = std::vector<std::string>;

Words words(std::string_view text) {
  const auto views = split_words(text);
  return {views.begin(), views.end()};
}

TEST(SplitWords, CutsPunctuationFromWords) {
  EXPECT_EQ(words("«\u00A0Où ?\u00A0» dit-il..."),
            (Words{"«", "Où", "?", "»", "dit-il", ".", ".", "."}));
}

TEST(SplitWords, EndsAWordBehindAnApostropheBetweenLetters) {
  EXPECT_EQ(words("l'homme d’État"), (Words{"l'", "homme", "d’", "État"}));
  EXPECT_EQ(words("don't 'tis dogs'"), (Words{"don'", "t", "'", "tis", "dogs", "'"}));
}

TEST(SplitWords, KeepsNumbersWhole) {
  EXPECT_EQ(words("3,5 % de 1.000.000, 24/7"),
            (Words{"3,5", "%", "de", "1.000.000", ",", "24", "/", "7"}));
}

TEST(SplitWords, FindsNoneInNothing) {
  EXPECT_TRUE(split_words("").empty());
  EXPECT_TRUE(split_words(" \u00A0\t").empty());
}

TEST(SplitText, HasWordsInLowerCaseForCounting) {
  const SplitText text{"L'École", ""};
  EXPECT_TRUE(std::ranges::equal(text[0].lower, Words{"l'", "école"}));
  EXPECT_EQ(text.words(), 2U);
}

TEST(IsPunctuation, HoldsForWhatHasNoLetterAndNoDigit) {
  EXPECT_TRUE(is_punctuation("…"));
  EXPECT_TRUE(is_punctuation("€"));
  EXPECT_FALSE(is_punctuation("l'"));
  EXPECT_FALSE(is_punctuation("7"));
}

TEST(WithoutAccents, KeepsTheLetters) {
  EXPECT_EQ(without_accents("Élève à Noël, ça œuvre"), "Eleve a Noel, ca œuvre");
}

}  // namespace
}  // namespace regard::compare
