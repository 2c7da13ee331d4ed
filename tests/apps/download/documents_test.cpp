// What in two documents translates each other.
#include <gtest/gtest.h>

#include "download/layouts.h"

namespace regard::download {
namespace {

TEST(MarkdownPages, PairHeadingsParagraphsAndItems) {
  const auto pairs = pairs_of_markdown(
      "---\ntitle: x\n---\n# One[[one]]\n\nTwo\nlines.\n\n- first\n- second\n  goes on\n\n"
      "```py\n# code\nprint()\n```\n<Tip>\n\n1. last\n",
      "# Un[[un]]\n\nDeux lignes.\n\n* premier\n* deuxième\n\n```py\n# autre\n```\n<Tip>\n\n1. "
      "dernier\n");
  const Texts expected = {{"One", "Un"},
                          {"Two lines.", "Deux lignes."},
                          {"first", "premier"},
                          {"second goes on", "deuxième"},
                          {"last", "dernier"}};
  EXPECT_EQ(pairs, expected);
}

TEST(MarkdownPages, LeaveOutSectionsThatDiffer) {
  const Texts expected = {{"A", "A'"}, {"B", "B'"}, {"b", "b'"}};
  EXPECT_EQ(pairs_of_markdown("# A\n\na\n\nmore\n\n# B\n\nb\n", "# A'\n\na'\n\n# B'\n\nb'\n"),
            expected);
  EXPECT_TRUE(pairs_of_markdown("# A\n\na\n", "# A'\n\n# B'\n").empty());
}

TEST(NamedMessages, OfFluentHaveAttributesAndFurtherLines) {
  const Texts expected = {
      {"Hello { $name }", "Salut { $name }"}, {"Open it", "Ouvrir"}, {"one two", "un deux"}};
  EXPECT_EQ(pairs_of_fluent("# note = no\n-brand = Firefox\nhello = Hello { $name }\n"
                            "menu =\n    .label = Open it\nlong =\n    one\n    two\n"
                            "count = { $n ->\n    [one] a\n   *[other] b\n }\nonly = x\n",
                            "hello = Salut { $name }\nmenu =\n    .label = Ouvrir\n"
                            "long = un\n    deux\ncount = { $n }\n-brand = Firefox\n"),
            (Texts{expected[0], expected[2], {"", ""}, expected[1]}));
}

TEST(NamedMessages, OfRailsAreKeysWithinKeys) {
  const Texts expected = {{"It's %{n}", "C'est %{n}"}, {"Say \"a\"", "Dis « a »"}, {"Yes", "Oui"}};
  EXPECT_EQ(pairs_of_locales("en:\n  a:\n    b: 'It''s %{n}'\n    c: \"Say \\\"a\\\"\"  # note\n"
                             "  d:\n    e: |\n      long\n    f: Yes\n",
                             "# note\nfr:\n  a:\n    b: C'est %{n}\n    c: 'Dis « a »'\n"
                             "  d:\n    f: Oui\n    g: x\n"),
            expected);
}

}  // namespace
}  // namespace regard::download
