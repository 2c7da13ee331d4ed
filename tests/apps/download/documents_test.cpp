// Which texts of two documents are translations of each other.
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

TEST(MarkdownPages, AreWithoutTheBackslashesOfEscapes) {
  const Texts expected = {{"a * b", "c * d"}, {"`a\\*`", "`b\\*`"}};
  EXPECT_EQ(pairs_of_markdown("a \\* b\n\n`a\\*`\n", "c \\* d\n\n`b\\*`\n"), expected);
}

TEST(DocBookPages, PairTitlesParagraphsAndItems) {
  const auto pairs = pairs_of_docbook(
      "<?xml version=\"1.0\"?>\n<!-- <para>no</para> -->\n<sect1 id=\"a\"><title>The\n "
      "one</title>\n"
      "<para>See <function>is_int</function> &mdash; &lt;5&#33;\n<indexterm><primary>x</primary>"
      "</indexterm><itemizedlist><listitem><simpara>first</simpara></listitem></itemizedlist>"
      "then.</para><programlisting>code;</programlisting><para>&url.site;</para></sect1>",
      "<sect1><title>Le un</title><para>Voir <function>is_int</function> &mdash; &lt;5&#x21;"
      "<itemizedlist><listitem><simpara>premier</simpara></listitem></itemizedlist>puis."
      "</para><para>site</para></sect1>");
  const Texts expected = {{"The one", "Le un"},
                          {"See is_int — <5!", "Voir is_int — <5!"},
                          {"first", "premier"},
                          {"then.", "puis."}};
  EXPECT_EQ(pairs, expected);
}

TEST(DocBookPages, LeaveOutSectionsThatDiffer) {
  const Texts expected = {{"A", "A'"}, {"B", "B'"}, {"b", "b'"}};
  EXPECT_EQ(pairs_of_docbook("<title>A</title><para>a</para><para>new</para>"
                             "<title>B</title><para>b</para>",
                             "<title>A'</title><para>a'</para><title>B'</title><para>b'</para>"),
            expected);
}

TEST(DocBookPages, MayBeInAWesternCharset) {
  const Texts expected = {{"It ends.", "Elle s'arrête à 5 €."}};
  EXPECT_EQ(pairs_of_docbook("<para>It ends.</para>", "<para>Elle s'arr\xEAte \xE0 5 \xA4.</para>"),
            expected);
}

TEST(DocBookPages, EndAnywhere) {
  for (const auto* page :
       {"<", "<para", "<para>a<", "<para>a&", "&", "<!--", "</para>", "<para>a"}) {
    EXPECT_NO_THROW(pairs_of_docbook(page, page)) << page;
  }
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

TEST(NamedMessages, OfRailsHaveTheEscapesOfYaml) {
  const std::string english = R"(en:
  a: "one\ntwo\t\"three\" \\ \/ \xe9 \u00e9 \U0001F600"
  b: "\ud83d."
  c: 'a\n'
)";
  const std::string french = R"(fr:
  a: "un"
  b: "."
  c: "\u00c0 \u20"
)";
  const Texts expected = {
      {"one two \"three\" \\ / é é 😀", "un"}, {"\uFFFD\uFFFD\uFFFD.", "."}, {"a\\n", "À u20"}};
  EXPECT_EQ(pairs_of_locales(english, french), expected);
}

}  // namespace
}  // namespace regard::download
