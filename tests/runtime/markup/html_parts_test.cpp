#include "markup/html_segment.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

/// The parts, each with a letter for its kind: t[a] o[<b>] c[</b>] m[<img>] n[<!-- -->].
std::string kinds(std::string_view html) {
  const auto items = html_items(html);
  std::string described;
  for (const auto& part : html_parts(items, 0, items.size())) {
    described += "tocmnkwp"[static_cast<size_t>(part.kind)];
    described += '[' + std::string(part.bytes) + ']';
  }
  return described;
}

TEST(HtmlParts, AreElementsWithText) {
  EXPECT_EQ(kinds("<b>a <i>b</i></b>"), "o[<b>]t[a ]o[<i>]t[b]c[</i>]c[</b>]");
}

TEST(HtmlParts, AreMarksWhereAnElementHasNoText) {
  EXPECT_EQ(kinds("<a> <i></i></a>b"), "m[<a> <i></i></a>]t[b]");
  EXPECT_EQ(kinds("<a><img> <i></i></a>b"), "p[<a><img> <i></i></a>]t[b]")
      << "an image may stand for a word";
}

TEST(HtmlParts, AreNotesWhereATagHasNoPartner) {
  EXPECT_EQ(kinds("<b>a<i>b"), "n[<b>]t[a]n[<i>]t[b]");
  EXPECT_EQ(kinds("<u>x</u><b>a<i>b</b>c</i>"),
            "o[<u>]t[x]c[</u>]n[<b>]t[a]n[<i>]t[b]n[</b>]t[c]n[</i>]")
      << "and so are the tags of the element around it";
}

TEST(HtmlParts, AreNotesWhereElementsAreTooDeep) {
  std::string html = "a";
  for (int i = 0; i < 33; ++i) html = "<b>" + html + "</b>";
  EXPECT_EQ(kinds(html).find_first_of("oc"), std::string::npos);
  EXPECT_EQ(kinds(html.substr(3, html.size() - 7)).find('n'), std::string::npos);
}

TEST(HtmlParts, HaveTheirPartnersInTheSegment) {
  const std::string html = "<b>a<br>b</b>";
  const auto items = html_items(html);
  const auto parts = html_parts(items, 0, 2);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].kind, HtmlPart::Kind::note);
  EXPECT_TRUE(parts[0].hugs_next);
  EXPECT_FALSE(html_parts(items, 3, 5).at(1).hugs_next) << "an end tag stays at what it ends";
}

}  // namespace
}  // namespace regard::serve
