#include "compare/ngram_advantages.h"

#include <gtest/gtest.h>

namespace regard::compare {
namespace {

using Lines = std::vector<std::string>;

/// The n-grams of an advantage, such as "il y a un (2 0 of 2)".
std::string shown(const NgramAdvantage& advantage) {
  std::string text;
  for (const auto& ngram : advantage.ngrams) {
    text += (text.empty() ? "" : "; ") + ngram.text + " (";
    for (const auto matches : ngram.matches) text += std::to_string(matches) + ' ';
    text += "of " + std::to_string(ngram.reference) + ")";
  }
  return text;
}

TEST(NgramAdvantages, ShowTheLongestSequenceOfALead) {
  const Lines references = {"il y a un chat", "il y a un chien", "la mer , bleue"};
  const Lines a = {"il y a un chat", "il y a un chien", "la mer , rouge"};
  const Lines b = {"voici un chat", "voici un chien", "la mer , bleue"};
  const auto advantages = ngram_advantages({a, b}, references);
  ASSERT_EQ(advantages.size(), 2U);
  // "il y", "y a" and others are parts of it with the same lead; both systems have "un".
  EXPECT_EQ(shown(advantages[0]), "il y a un (2 0 of 2)");
  EXPECT_EQ(shown(advantages[1]), "");  // "bleue" leads by only one
}

TEST(NgramAdvantages, CountNoMoreThanTheReferenceHasAndNoPunctuationAlone) {
  const Lines references = {"non , non , oui", "a ."};
  const Lines a = {"non non non , oui , .", "a ."};
  const Lines b = {"peut-être", "a"};
  const auto advantages = ngram_advantages({a, b}, references);
  EXPECT_EQ(shown(advantages[0]), "non (2 0 of 2)");
}

TEST(NgramAdvantages, LeadOverTheBestOfTheOthers) {
  const Lines references = {"x y", "x z", "x w"};
  const Lines a = {"x", "x", "x"}, b = {"x", "x", "q"}, c = {"q", "q", "q"};
  const auto advantages = ngram_advantages({a, b, c}, references);
  for (const auto& advantage : advantages) EXPECT_EQ(shown(advantage), "");
  EXPECT_EQ(shown(ngram_advantages({a, c}, references)[0]), "x (3 0 of 3)");
}

TEST(NgramAdvantages, AreNoMoreThanAskedFor) {
  const Lines references = {"a b", "a b", "c", "c", "c"};
  const Lines all = references, nothing(5, "z");
  EXPECT_EQ(shown(ngram_advantages({all, nothing}, references, 1)[0]), "c (3 0 of 3)");
}

}  // namespace
}  // namespace regard::compare
