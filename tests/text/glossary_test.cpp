#include "regard/text/glossary.h"

#include <gtest/gtest.h>

#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::text {
namespace {

using Terms = std::vector<Glossary::Term>;

TEST(Glossary, IsAFileOfPairs) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("terms.tsv", "hard disk\tdisque dur\n\nkey\ttouche\n");
  EXPECT_EQ(Glossary::load(path).terms(), (Terms{{"hard disk", "disque dur"}, {"key", "touche"}}));
}

TEST(Glossary, NamesALineThatIsNoPair) {
  const test::TemporaryFolder folder;
  for (const char* wrong : {"key", "\ttouche", "key\t", "a\tb\tc"}) {
    const auto path = folder.write("terms.tsv", std::string("a\tb\n") + wrong + "\n");
    const auto error = test::thrown_error([&] { Glossary::load(path); });
    EXPECT_EQ(error.where(), path + ":2") << wrong;
  }
}

TEST(Glossary, FindsWholeWordsOfAnyCaseInTheOrderOfTheLine) {
  const Glossary glossary({{"key", "touche"}, {"disk", "disque"}, {"Élan", "orignal"}});
  EXPECT_EQ(glossary.in("Disk, then key."), (Terms{{"disk", "disque"}, {"key", "touche"}}));
  EXPECT_EQ(glossary.in("A monkey on disks"), Terms{});
  EXPECT_EQ(glossary.in("a monkey with a key"), (Terms{{"key", "touche"}}));
  EXPECT_EQ(glossary.in("an élan"), (Terms{{"Élan", "orignal"}}));
}

TEST(Glossary, TakesTheLongestOfOverlappingTerms) {
  const Glossary glossary({{"disk", "disque"}, {"hard disk", "disque dur"}});
  EXPECT_EQ(glossary.in("the hard disk"), (Terms{{"hard disk", "disque dur"}}));
}

TEST(HasWords, ComparesLetterForLetter) {
  EXPECT_TRUE(has_words("un disque dur.", "disque dur"));
  EXPECT_FALSE(has_words("un Disque dur", "disque dur"));
  EXPECT_FALSE(has_words("des disques durs", "disque"));
}

}  // namespace
}  // namespace regard::text
