#include "alignment/words.h"

#include <gtest/gtest.h>

#include <string>

#include "regard/base/str.h"

namespace regard::alignment {
namespace {

std::string cut(std::string_view sentence) { return join(words_of(sentence), " "); }

TEST(Words, AreLettersDigitsAndMarks) {
  EXPECT_EQ(cut("The cat (black) sleeps."), "The cat ( black ) sleeps .");
  EXPECT_EQ(cut("Wait... what?! -- no"), "Wait ... what ? ! -- no");
  EXPECT_EQ(cut("3.14, 12,500 or 10:30."), "3.14 , 12,500 or 10:30 .");
  EXPECT_EQ(cut("  \u00AB\u00A0Le caf\u00E9\u202F!\u00A0\u00BB "), "\u00AB Le caf\u00E9 ! \u00BB");
  EXPECT_EQ(cut(""), "");
}

TEST(Words, ElisionsAndContractionsAreTwo) {
  EXPECT_EQ(cut("L'eau qu'il n'a pas d\u2019ici"), "L' eau qu' il n' a pas d\u2019 ici");
  EXPECT_EQ(cut("It's what they don't say; I'm sure we'll CAN'T"),
            "It 's what they do n't say ; I 'm sure we 'll CA N'T");
  EXPECT_EQ(cut("Aujourd'hui, quelqu'un"), "Aujourd'hui , quelqu'un");
}

TEST(Words, HaveHyphensUnlessAPronounFollows) {
  EXPECT_EQ(cut("Peut-\u00EAtre vingt-trois arc-en-ciel"),
            "Peut-\u00EAtre vingt-trois arc -en-ciel");
  EXPECT_EQ(cut("Donnez-le-moi, voulez-vous?"), "Donnez -le -moi , voulez -vous ?");
}

TEST(Words, AreTheSameWithBlanksBetweenThem) {
  for (const char* sentence : {"It's what they don't say; 'quoted' we'll",
                               "Parle-t-il de l'\u00E9t\u00E9 ? Donne-le-moi - oui",
                               "l'an 3.14, aujourd'hui... (\u00AB x-y \u00BB)"}) {
    const auto once = cut(sentence);
    EXPECT_EQ(cut(once), once);
  }
}

TEST(Words, AreInTheSentenceInOrderWithoutOverlap) {
  const std::string sentence = "\xFF l'\u00E9t\u00E9 -- 1,5 it''s n't' '-' a-b-c d'";
  size_t at = 0;
  std::string rest;
  for (const auto word : words_of(sentence)) {
    const auto begin = static_cast<size_t>(word.data() - sentence.data());
    ASSERT_GE(begin, at);
    rest += sentence.substr(at, begin - at);
    at = begin + word.size();
  }
  rest += sentence.substr(at);
  EXPECT_EQ(rest.find_first_not_of(' '), std::string::npos);
}

}  // namespace
}  // namespace regard::alignment
