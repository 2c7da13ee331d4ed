#include "translate/ordinals.h"

#include <gtest/gtest.h>

#include <string>

namespace regard::translate {
namespace {

std::string written(const std::string& text, const std::string& sentence) {
  Candidate candidate;
  candidate.text = text;
  write_french_ordinals(candidate, sentence);
  return candidate.text;
}

TEST(FrenchOrdinals, ReplaceThoseOfTheEnglishSentence) {
  EXPECT_EQ(written("Au 21st si\u00E8cle.", "In the 21st century."), "Au 21e si\u00E8cle.");
  EXPECT_EQ(written("Le 2nd et le 3rd.", "The 2nd and the 3rd."), "Le 2e et le 3e.");
  EXPECT_EQ(written("Le 1st chat.", "The 1st cat."), "Le 1er chat.");
  EXPECT_EQ(written("La 1st fois.", "The 1st time."), "La 1re fois.");
}

TEST(FrenchOrdinals, ShortenLongEndings) {
  EXPECT_EQ(written("Le 21\u00E8me et le 40i\u00E8me.", "The 21st and the 40th."),
            "Le 21e et le 40e.");
}

TEST(FrenchOrdinals, AreNumbersInDates) {
  EXPECT_EQ(written("Le 5th mai.", "On May 5th."), "Le 5 mai.");
  EXPECT_EQ(written("Le 1st mai.", "On May 1st."), "Le 1er mai.");
  EXPECT_EQ(written("Janv. 22nd.", "Jan. 22nd."), "Janv. 22.");
}

TEST(FrenchOrdinals, LeaveOtherWordsAlone) {
  EXPECT_EQ(written("La salle 12e, 7th et A1st.", "Room 12, A1st."), "La salle 12e, 7th et A1st.");
  EXPECT_EQ(written("Le 121st.", "The 21st."), "Le 121st.");
}

TEST(FrenchOrdinals, AreCountedAsTheOrdinalsOfTheSentence) {
  EXPECT_EQ(times_of_french_ordinal("21st", "Au 21e si\u00E8cle, le 21\u00E8me."), 2U);
  EXPECT_EQ(times_of_french_ordinal("5th", "Le 5 mai."), 1U);
  EXPECT_EQ(times_of_french_ordinal("5th", "Il a 5 chats et 25e."), 0U);
  EXPECT_EQ(times_of_french_ordinal("42", "Le 42e."), 0U);
}

}  // namespace
}  // namespace regard::translate
