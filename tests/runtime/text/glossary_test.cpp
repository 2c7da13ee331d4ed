#include "regard/text/glossary.h"

#include <gtest/gtest.h>

#include "base/stopwatch.h"
#include "regard/base/error.h"
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

TEST(Glossary, NamesALineThatIsNotAPair) {
  const test::TemporaryFolder folder;
  for (const char* wrong : {"key", "\ttouche", "key\t", "a\tb\tc"}) {
    const auto path = folder.write("terms.tsv", std::string("a\tb\n") + wrong + "\n");
    const auto error = test::thrown_error([&] { Glossary::load(path); });
    EXPECT_EQ(error.where(), path + ":2") << wrong;
  }
}

/// The terms that a glossary finds in a line.
Terms found(const Glossary& glossary, std::string_view line) {
  Terms terms;
  for (const auto& match : glossary.in(line)) terms.push_back(*match.term);
  return terms;
}

TEST(Glossary, FindsNoTermWithinACopiedItem) {
  const Glossary glossary({{"name", "nom"}, {"3", "trois"}, {"KEY", "touche"}, {"cat", "chat"}});
  for (const char* line : {"%(name)s {name} ${a.name} <name>", "https://a.example/cat?name=3",
                           "name@example.com", "3.5 cat.py `cat name` #cat"}) {
    EXPECT_EQ(found(glossary, line), Terms{}) << line;
  }
  EXPECT_EQ(found(glossary, "KEY 3 **cat**"),
            (Terms{{"KEY", "touche"}, {"3", "trois"}, {"cat", "chat"}}));
}

TEST(Glossary, HasNoTermThatIsAText) {
  const std::string longest(Glossary::kMostBytes, 'a');
  EXPECT_NO_THROW(Glossary({{"cat", longest}, {longest, "chat"}}));
  EXPECT_THROW(Glossary({{"cat", longest + 'a'}}), Error);
  EXPECT_THROW(Glossary({{longest + 'a', "chat"}}), Error);
}

TEST(Glossary, FindsWholeWordsOfAnyCaseInTheOrderOfTheLine) {
  const Glossary glossary({{"key", "touche"}, {"disk", "disque"}, {"Élan", "orignal"}});
  EXPECT_EQ(found(glossary, "Disk, then key."), (Terms{{"disk", "disque"}, {"key", "touche"}}));
  EXPECT_EQ(found(glossary, "A monkey on disks"), Terms{});
  EXPECT_EQ(found(glossary, "a monkey with a key"), (Terms{{"key", "touche"}}));
  EXPECT_EQ(found(glossary, "an élan"), (Terms{{"Élan", "orignal"}}));
}

TEST(Glossary, FindsEachPlaceOfATerm) {
  const Glossary glossary(Terms{{"key", "touche"}});
  const auto matches = glossary.in("Key and key");
  ASSERT_EQ(matches.size(), 2);
  EXPECT_EQ(matches[0].begin, 0);
  EXPECT_EQ(matches[0].end, 3);
  EXPECT_EQ(matches[1].begin, 8);
  EXPECT_EQ(matches[1].end, 11);
}

TEST(Glossary, TakesTheLongestOfTermsThatOverlap) {
  const Glossary glossary({{"hard", "dur"},
                           {"hard disk", "disque dur"},
                           {"hard disk drive bay", "baie"},
                           {"disk drive", "lecteur"}});
  EXPECT_EQ(found(glossary, "the hard disk"), (Terms{{"hard disk", "disque dur"}}));
  EXPECT_EQ(found(glossary, "the hard disks"), (Terms{{"hard", "dur"}}));
  EXPECT_EQ(found(glossary, "a hard disk drive"),
            (Terms{{"hard", "dur"}, {"disk drive", "lecteur"}}));
  EXPECT_EQ(found(glossary, "a disk drive"), (Terms{{"disk drive", "lecteur"}}));
}

TEST(Glossary, TakesTheTermInTheCaseOfTheLine) {
  const Glossary glossary({{"apple", "pomme"}, {"Apple", "Apple"}});
  EXPECT_EQ(found(glossary, "an apple of Apple"), (Terms{{"apple", "pomme"}, {"Apple", "Apple"}}));
  EXPECT_EQ(found(glossary, "AN APPLE"), (Terms{{"apple", "pomme"}}));
}

struct Typed {
  const char* term;
  const char* line;
};
class GlossaryInAnyForm : public testing::TestWithParam<Typed> {};

TEST_P(GlossaryInAnyForm, FindsTheTerm) {
  const auto& [term, line] = GetParam();
  const auto matches = Glossary(Terms{{term, "terme"}}).in(line);
  ASSERT_EQ(matches.size(), 1);
  EXPECT_EQ(matches.front().begin, 2);  // after "a "
  EXPECT_EQ(matches.front().end, std::string_view(line).size() - 1);
}

INSTANTIATE_TEST_SUITE_P(OfTyping, GlossaryInAnyForm,
                         testing::Values(Typed{"caf\u00E9", "a cafe\u0301."},  // decomposed
                                         Typed{"cafe\u0301", "a CAF\u00C9."},  // composed
                                         Typed{"driver's loop", "a driver\u2019s loop."},
                                         Typed{"hard disk", "a hard\u00A0disk."},  // no-break space
                                         Typed{"hard disk", "a hard  disk."},
                                         Typed{"harddisk", "a hard\u00ADdisk."},  // soft hyphen
                                         Typed{"harddisk",
                                               "a hard\u200Bdisk."},         // zero-width space
                                         Typed{"e-mail", "a e\u2011mail."},  // no-break hyphen
                                         Typed{"office", "a of\uFB01ce."},   // ligature
                                         Typed{" hard disk ", "a hard disk."}));

TEST(Glossary, RefusesADuplicateTermByName) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("terms.tsv", "key\ttouche\ndisk\tdisque\nkey\tclé\n");
  const auto error = test::thrown_error([&] { Glossary::load(path); });
  EXPECT_EQ(error.problem(),
            "the term 'key' occurs twice: as 'touche' (" + path + ":1) and as 'clé'");
  EXPECT_EQ(error.where(), path + ":3");
  const auto unnamed = test::thrown_error([] { Glossary({{"key", "touche"}, {"key", "clé"}}); });
  EXPECT_EQ(unnamed.problem(), "the glossary has the term 'key' twice: as 'touche' and as 'clé'");
}

TEST(Glossary, MayRepeatATermWithTheSameTranslation) {
  EXPECT_EQ(found(Glossary({{"key", "touche"}, {"key", "touche"}}), "a key"),
            (Terms{{"key", "touche"}}));
}

TEST(Glossary, HasFormsOfATerm) {
  const Glossary glossary({{"mouse | mice", "souris"}, {"eye | eyes", "œil | yeux"}});
  EXPECT_EQ(found(glossary, "Mice have eyes, a mouse one eye."),
            (Terms{{"mice", "souris"}, {"eyes", "yeux"}, {"mouse", "souris"}, {"eye", "œil"}}));
  const auto error = test::thrown_error([] { Glossary(Terms{{"a | b", "c | d | e"}}); });
  EXPECT_EQ(error.problem(), "term 1 of the glossary, 'a | b', has 2 forms, but 3 translations");
  EXPECT_EQ(found(Glossary(Terms{{"a|b", "c"}}), "a|b"), (Terms{{"a|b", "c"}}));
}

TEST(Glossary, HasRegularPluralsOfMarkedWords) {
  const Glossary glossary({{"hard disk*", "disque* dur*"},
                           {"city*", "ville*"},
                           {"cat*", "chat*"},
                           {"cats", "minous"},
                           {"A*", "A-étoile"},
                           {"fish*", "poisson*"}});
  EXPECT_EQ(found(glossary, "hard disks"), (Terms{{"hard disks", "disques durs"}}));
  EXPECT_EQ(found(glossary, "a hard disk in cities"),
            (Terms{{"hard disk", "disque dur"}, {"cities", "villes"}}));
  EXPECT_EQ(found(glossary, "cats"), (Terms{{"cats", "minous"}})) << "as it is written out";
  EXPECT_EQ(found(glossary, "by A* fish"), (Terms{{"A*", "A-étoile"}, {"fish", "poisson"}}));
  const auto french =
      Glossary::of({{"disque* dur*", "hard disk*"}}, {.source = "fr", .target = "en"});
  EXPECT_EQ(found(french, "disques durs"), (Terms{{"disques durs", "hard disks"}}));
}

TEST(Glossary, MarksWordsOfTwoLettersButNoSingleOnes) {
  const Glossary glossary({{"TV*", "télé*"}, {"ox*", "bœuf*"}, {"C*", "C étoile"}});
  EXPECT_EQ(found(glossary, "two TVs and an ox"), (Terms{{"TVs", "télés"}, {"ox", "bœuf"}}));
  EXPECT_EQ(found(glossary, "oxen"), (Terms{})) << "an asterisk is not a wildcard";
  EXPECT_EQ(found(glossary, "the language C"), (Terms{}));
  EXPECT_EQ(found(glossary, "a C* algebra"), (Terms{{"C*", "C étoile"}}));
}

TEST(Glossary, KeepsTerms) {
  const Glossary glossary({{"Big Ben", "="}, {"widget*", "="}});
  EXPECT_EQ(found(glossary, "Big Ben's widgets"),
            (Terms{{"Big Ben", "Big Ben"}, {"widgets", "widgets"}}));
}

TEST(Glossary, FollowsATermInCapitals) {
  const Glossary glossary({{"key", "touche"}, {"iPhone", "iPhone"}});
  EXPECT_EQ(found(glossary, "Press the KEY of the IPHONE."),
            (Terms{{"KEY", "TOUCHE"}, {"iPhone", "iPhone"}}));
  EXPECT_EQ(found(glossary, "PRESS THE KEY."), (Terms{{"key", "touche"}}))
      << "the whole sentence becomes one in capitals";
}

TEST(Glossary, NamesTermsThatOverlap) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("terms.tsv", "disk\tdisque\nhard disk*\tdisque* dur*\nkey\tclé\n");
  const auto overlaps = Glossary::load(path).overlaps();
  ASSERT_EQ(overlaps.size(), 1);
  EXPECT_EQ(overlaps[0].shorter, path + ":1: 'disk'");
  EXPECT_EQ(overlaps[0].longer, path + ":2: 'hard disk*'");
}

TEST(Glossary, RefusesATermWithoutText) {
  EXPECT_THROW(Glossary(Terms{{" ", "touche"}}), Error);
  EXPECT_THROW(Glossary(Terms{{"key", "\u00AD"}}), Error);
}

TEST(Glossary, TakesTheSameTimeForManyTermsAsForFew) {
  Terms terms;
  std::string term;
  for (int number = 0; number < 10000; ++number)
    terms.push_back({"a" + std::to_string(number), "b"});
  for (int number = 0; number < 400; ++number) terms.push_back({term += "a ", "b"});
  const Glossary glossary(std::move(terms));
  std::string line;
  for (int word = 0; word < 20000; ++word) line += "a ";
  const Stopwatch stopwatch;
  EXPECT_EQ(glossary.in(line).size(), 50);  // each has 400 words
  EXPECT_LT(stopwatch.seconds(), 3.0);      // a minute if time grows with terms x words
}

TEST(HasWords, ComparesLetterForLetter) {
  EXPECT_TRUE(has_words("un disque dur.", "disque dur"));
  EXPECT_FALSE(has_words("un Disque dur", "disque dur"));
  EXPECT_FALSE(has_words("des disques durs", "disque"));
}

TEST(HasWords, ComparesAnyForm) {
  EXPECT_TRUE(has_words("l'e\u0301te\u0301", "\u00E9t\u00E9"));
  EXPECT_TRUE(has_words("aujourd'hui", "aujourd\u2019hui"));
  EXPECT_FALSE(has_words("e\u0301", "e"));
}

}  // namespace
}  // namespace regard::text
