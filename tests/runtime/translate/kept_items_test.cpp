#include <gtest/gtest.h>

#include <string>

#include "translate/candidates.h"

namespace regard::translate {
namespace {

/// Whether a translation keeps an item of a text.
bool keeps(const std::string& item, const std::string& text, const std::string& translation) {
  Candidate candidate;
  candidate.text = translation;
  return keeps_items(candidate, {.text = text, .items = {item}});
}

TEST(KeptItems, OccurAsOftenAsInTheSentence) {
  EXPECT_TRUE(keeps("42", "I see 42 cats.", "Je vois 42 chats."));
  EXPECT_FALSE(keeps("42", "I see 42 cats.", "Je vois des chats."));
  EXPECT_FALSE(keeps("42", "I see 42 cats.", "Je vois 42 42 chats."));
  EXPECT_FALSE(keeps("42", "I see 42 cats.", "Je vois 142 chats."));
}

TEST(KeptItems, AreNotPartsOfLongerNumbers) {
  EXPECT_FALSE(keeps("1.1.1", "Version 1.1.1 is here.", "La version 1.1.1.1 est ici."));
  EXPECT_FALSE(keeps("1/1/1", "1/1/1 is here.", "1/1/1/1 est ici."));
  EXPECT_FALSE(keeps("00:00", "At 00:00 now.", "\u00C0 00:00:00 maintenant."));
  EXPECT_TRUE(keeps("1.1.1", "Version 1.1.1.", "La version 1.1.1."));
}

TEST(KeptItems, HaveNoMoreMarksAroundThem) {
  EXPECT_TRUE(keeps("[[cat]]", "The [[cat]] sleeps.", "Le [[cat]] dort."));
  EXPECT_FALSE(keeps("[[cat]]", "The [[cat]] sleeps.", "Le [[cat]]]] dort."));
  EXPECT_FALSE(keeps("~~", "The ~~ cat.", "Le ~~~~ chat."));
  EXPECT_TRUE(keeps("[x]", "The [[x]] cat.", "Le [[x]] chat.")) << "as in the sentence";
}

TEST(KeptItems, TouchNoWordThatTheyDoNotTouchInTheSentence) {
  EXPECT_FALSE(keeps("./run.sh", "Run ./run.sh now.", "Lance./run.sh maintenant."));
  EXPECT_TRUE(keeps("./run.sh", "Run ./run.sh now.", "Lance ./run.sh maintenant."));
  EXPECT_TRUE(keeps("%s", "file%s", "fichier%s"));
  EXPECT_TRUE(keeps("(1)", "paragraph 5(1)(b) is", "l'alin\u00E9a 5(1)b) est"));
}

TEST(KeptItems, AreLostInATextThatHasNotBeenTranslated) {
  EXPECT_FALSE(keeps("1'000", "1'000 cats", "1'000 cats"));
  EXPECT_TRUE(keeps("3", "BSD 3-Clause License", "BSD 3-Clause License")) << "a name";
}

}  // namespace
}  // namespace regard::translate
