#include <string>
#include <vector>

#include "bitext/read_pairs.h"
#include "support/base/thrown_error.h"

namespace regard::bitext {
namespace {

using namespace std::string_literals;
using State = Pair::State;

using PoReader = test::ReadPairs;

TEST_F(PoReader, PoHasPluralsDraftsAndContexts) {
  const auto pairs = read({folder_.write("a.po",
                                         "msgid \"\"\nmsgstr \"Language: fr\\n\"\n\n"
                                         "# note\nmsgid \"Open\"\nmsgstr \"Ouvrir\"\n\n"
                                         "msgctxt \"x\"\nmsgid \"%d \"\n\"file\"\n"
                                         "msgid_plural \"%d files\"\nmsgstr[0] \"%d fichier\"\n"
                                         "msgstr[1] \"%d fichiers\"\n\n"
                                         "#, fuzzy\nmsgid \"a \\\"b\\\"\"\nmsgstr \"c\"\n"
                                         "#~ msgid \"old\"\n#~ msgstr \"vieux\"\n"
                                         "msgid \"new\"\nmsgstr \"\"\n")});
  EXPECT_EQ(listed(pairs),
            "5 Open|Ouvrir; 9 %d file|%d fichier; 9 %d files|%d fichiers; 16 a \"b\"|c; 20 new|");
  EXPECT_EQ(pairs[3].state, State::unfinished);
  EXPECT_EQ(pairs[4].state, State::whole);
}

TEST_F(PoReader, EachEntryThatBreaksTheGrammarIsMalformed) {
  const auto pairs = read({folder_.write("a.po",
                                         "msgid \"\"\nmsgstr \"\"\n\"Language: fr\\n\"\n\n"
                                         "msgid \"Open\nmsgstr \"Ouvrir\"\n\n"
                                         "msgid \"no\"\nmsgid \"yes\"\nmsgstr \"oui\"\n\n"
                                         "msgid \"a\"\nmsgstr \"b\nc\"\n\n"
                                         "mgid \"x\"\nmsgstr \"y\"\n\n"
                                         "msgid \"\"\nmsgstr \"empty\"\n\n"
                                         "msgid \"last\"\n")});
  std::string states;
  for (const auto& pair : pairs) states += pair.state == State::malformed ? '-' : '+';
  EXPECT_EQ(states, "--+----");
  EXPECT_EQ(listed(pairs).substr(0, 39), "5 \"Open|Ouvrir; 8 no|; 9 yes|oui; 12 a|");
  EXPECT_EQ(pairs[0].note, "line 5: the string has no opening or closing quote");
  EXPECT_EQ(pairs[1].note, "no msgstr");
  EXPECT_EQ(pairs[4].number, 16);
}

TEST_F(PoReader, FlagsOfOldEntriesAreNotThoseOfTheNext) {
  const auto pairs = read({folder_.write("a.po",
                                         "#, fuzzy\n#~ msgid \"old\"\n#~ msgstr \"vieux\"\n\n"
                                         "#| msgid \"before\"\nmsgid \"new\"\nmsgstr \"neuf\"\n")});
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].state, State::whole);
}

TEST_F(PoReader, ALanguageWithOneFormHasItForBoth) {
  EXPECT_EQ(listed("a.po", "msgid \"a file\"\nmsgid_plural \"files\"\nmsgstr[0] \"x\"\n"),
            "1 a file|x; 1 files|x");
  EXPECT_EQ(listed("b.po",
                   "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"x\"\nmsgstr[1] \"y\"\n"
                   "msgstr[2] \"z\"\n"),
            "1 a|x; 1 b|z");
}

TEST_F(PoReader, TheHeadNamesTheCharset) {
  const auto catalogue = [](const std::string& charset, const std::string& text) {
    return "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=" + charset +
           "\\n\"\nmsgid \"a\"\nmsgstr \"" + text + "\"\n";
  };
  EXPECT_EQ(listed("a.po", catalogue("ISO-8859-1", "\xE9t\xE9")), "3 a|\u00E9t\u00E9");
  EXPECT_EQ(listed("a.po", catalogue("iso-8859-15", "\xBDuf \xA4")), "3 a|\u0153uf \u20AC");
  EXPECT_EQ(listed("a.po", catalogue("CP1252", "l\x92")), "3 a|l\u2019");
  EXPECT_EQ(listed("a.po", catalogue("UTF-8", "\u00E9")), "3 a|\u00E9");
  const auto error = test::thrown_error([&] { listed("a.po", catalogue("KOI8-R", "\xC1")); });
  EXPECT_NE(error.problem().find("KOI8-R"), std::string::npos);
  EXPECT_NE(error.remedy().find("msgconv"), std::string::npos);
}

}  // namespace
}  // namespace regard::bitext
