#include "compare/sentence.h"

#include <gtest/gtest.h>

namespace regard::compare {
namespace {

std::string kinds(const std::string& sentence) {
  std::string text;
  for (const auto& kind : kinds_of(SplitText{sentence}[0]))
    text += (text.empty() ? "" : " ") + kind;
  return text;
}

TEST(SentenceKinds, KnowQuestions) {
  EXPECT_EQ(kinds("Is it a dog?"), "question");
  EXPECT_EQ(kinds("« Est-ce un chien\u00A0? »"), "question");
  EXPECT_EQ(kinds("He said \"why?\" and left."), "");
}

TEST(SentenceKinds, KnowNegationsOfBothLanguages) {
  EXPECT_EQ(kinds("It is not here."), "negation");
  EXPECT_EQ(kinds("They don't sleep."), "negation");
  EXPECT_EQ(kinds("Il n’est pas là."), "negation");
  EXPECT_EQ(kinds("Il ne dort jamais."), "negation");
  EXPECT_EQ(kinds("a knot of string"), "");
  EXPECT_EQ(kinds("l't est"), "");  // "t" does not come from don't or can't
}

TEST(SentenceKinds, KnowNumbersInDigitsAndLetters) {
  EXPECT_EQ(kinds("Two men walk."), "numbers");
  EXPECT_EQ(kinds("dans le 3e rang"), "numbers");
  EXPECT_EQ(kinds("quatre chats"), "numbers");
  EXPECT_EQ(kinds("One man walks."), "");
}

TEST(SentenceKinds, KnowNamesByCapitalsInside) {
  EXPECT_EQ(kinds("A man in Paris."), "names");
  EXPECT_EQ(kinds("Paris is a town."), "");
  EXPECT_EQ(kinds("Then I saw: It was he. He left."), "");
  EXPECT_EQ(kinds("Is Anna in L'Aquila?"), "question names");
}

}  // namespace
}  // namespace regard::compare
