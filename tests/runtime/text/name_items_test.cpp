#include <gtest/gtest.h>

#include "text/found_items.h"

namespace regard::text {
namespace {

TEST(NameItems, AreInitialsWithAnAmpersandAndCounters) {
  EXPECT_EQ(found("I work at AT&T and eat M&Ms."), (Texts{"AT&T", "M&Ms"}));
  EXPECT_EQ(found("C++ or i++; and A&LT;B"), (Texts{"C++", "i++", "&LT;"}));
}

TEST(NameItems, AreRunsOfBrackets) {
  EXPECT_EQ(found("(((cat)))"), (Texts{"(((", ")))"}));
  EXPECT_EQ(found("((cat))"), Texts{});
}

TEST(NameItems, AreNamesBetweenDoubledMarks) {
  EXPECT_EQ(found("I love ::cats:: and $$dogs$$."), (Texts{"::cats::", "$$dogs$$"}));
  EXPECT_EQ(found("Use std::cat now"), Texts{"std::cat"});
}

TEST(NameItems, AreFeetAndInches) {
  EXPECT_EQ(found("It is 5\u2032 6\u2033."), (Texts{"5\u2032", "6\u2033"}));
}

TEST(NameItems, AreANameOfSmallWordsThatIsTheWholeText) {
  EXPECT_EQ(found("cats.dogs"), Texts{"cats.dogs"});
  for (const char* text : {"I love cats.dogs too", "Hello.Goodbye", "cats.", "p.m"}) {
    EXPECT_EQ(found(text), Texts{}) << text;
  }
}

}  // namespace
}  // namespace regard::text
