#include "regard/text/placeholders.h"

#include <gtest/gtest.h>

namespace regard::text {
namespace {

using Texts = std::vector<std::string>;

Texts found(std::string_view text) {
  Texts texts;
  for (const auto one : placeholders_in(text)) texts.emplace_back(one);
  return texts;
}

TEST(Placeholders, AreFormatsAndNames) {
  EXPECT_EQ(found("%s has %1$d of %.2f, %(name)s"), (Texts{"%s", "%1$d", "%.2f", "%(name)s"}));
  EXPECT_EQ(found("Hello {name}, {0} ${user.name} {{ item }}!"),
            (Texts{"{name}", "{0}", "${user.name}", "{{ item }}"}));
  EXPECT_EQ(found("a <b>bold</b> word<br/>"), (Texts{"<b>", "</b>", "<br/>"}));
}

TEST(Placeholders, AreAddresses) {
  EXPECT_EQ(found("See https://example.org/a?b=c, or (www.example.com)."),
            (Texts{"https://example.org/a?b=c", "www.example.com"}));
  EXPECT_EQ(found("Ask a.b+c@example.org."), Texts{"a.b+c@example.org"});
}

TEST(Placeholders, AreNothingElse) {
  for (const char* text : {"", "100 % sure", "50% of it", "a < b and c > d", "at @ home",
                           "{ not one }", "www. is short", "5% discount"}) {
    EXPECT_EQ(found(text), Texts{}) << text;
  }
}

TEST(Placeholders, AreLostWhereTheyComeLessOften) {
  EXPECT_EQ(lost_placeholders("%s and %s of {x}", "{x} de %s"), Texts{"%s"});
  EXPECT_EQ(lost_placeholders("%s and {x}", "{x} et %s"), Texts{});
}

// Time must grow with the length of a line, which may have 256 KiB; with its square this takes
// minutes.
TEST(Placeholders, AreLookedForOnceInALongLine) {
  for (const std::string part : {"{a", "a+", "<a ", "%(", "{{", "${"}) {
    std::string line;
    while (line.size() < 250'000) line += part;
    EXPECT_TRUE(placeholders_in(line).empty()) << part;
    EXPECT_EQ(placeholders_in(line + " {}").size(), 1U) << part;
  }
}

TEST(Placeholders, EndAtTheNextBraceOfTheirKind) {
  EXPECT_EQ(placeholders_in("{a {b} {c}").size(), 2U);
  EXPECT_EQ(placeholders_in("{{ a }} and ${b} {c}").size(), 3U);
  EXPECT_EQ(placeholders_in("<a <b> %(c)s d+e@f.gh").size(), 3U);
}

}  // namespace
}  // namespace regard::text
