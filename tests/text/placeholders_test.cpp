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

}  // namespace
}  // namespace regard::text
