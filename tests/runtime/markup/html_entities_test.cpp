#include "markup/html_names.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "markup/html_entity_names.h"

namespace regard::serve {
namespace {

TEST(CharacterReference, IsAName) {
  EXPECT_EQ(character_reference("&eacute;t").character, U'é');
  EXPECT_EQ(character_reference("&eacute;t").length, 8U);
  EXPECT_EQ(character_reference("&Alpha;").character, U'Α') << "case counts";
  EXPECT_EQ(character_reference("&apos;").character, U'\'');
  for (const auto& [name, character] : kNamedCharacters) {
    EXPECT_EQ(character_reference('&' + std::string(name) + ";x").character, character) << name;
  }
  EXPECT_TRUE(std::ranges::is_sorted(kNamedCharacters, {}, &NamedCharacter::name));
}

TEST(CharacterReference, NeedsNoSemicolonAfterAnOldName) {
  EXPECT_EQ(character_reference("&copy2024").character, U'©');
  EXPECT_EQ(character_reference("&copy2024").length, 5U);
  EXPECT_EQ(character_reference("&notit;").character, U'¬') << "as browsers have it";
  EXPECT_EQ(character_reference("&alpha x").length, 0U);
  EXPECT_EQ(character_reference("&apos x").length, 0U);
}

TEST(CharacterReference, IsANumber) {
  for (const std::string text : {"&#233;", "&#xE9;", "&#Xe9;", "&#0233;"}) {
    EXPECT_EQ(character_reference(text).character, U'é') << text;
    EXPECT_EQ(character_reference(text).length, text.size()) << text;
  }
  EXPECT_EQ(character_reference("&#233x").length, 5U);
  EXPECT_EQ(character_reference("&#150;").character, U'–') << "of Windows-1252";
  for (const std::string text : {"&#0;", "&#xD800;", "&#x110000;", "&#99999999999999;"}) {
    EXPECT_EQ(character_reference(text).character, U'\uFFFD') << text;
    EXPECT_EQ(character_reference(text).length, text.size()) << text;
  }
}

TEST(CharacterReference, MayBeUnknown) {
  EXPECT_EQ(character_reference("&CounterClockwiseContourIntegral;").length, 33U);
  EXPECT_EQ(character_reference("&CounterClockwiseContourIntegral;").character, U'\0');
}

TEST(CharacterReference, IsNotEveryAmpersand) {
  for (const std::string text :
       {"&", "& a", "&&", "&;", "&#", "&#;", "&#x;", "&#xg", "&T", "a&amp;", ""}) {
    EXPECT_EQ(character_reference(text).length, 0U) << text;
  }
}

TEST(EscapedHtml, HasNoMarkup) {
  std::string html = "<b>";
  append_escaped("1 < 2 & \"3\" > é", html);
  EXPECT_EQ(html, "<b>1 &lt; 2 &amp; \"3\" &gt; é");
}

TEST(EscapedHtml, KeepsMarksThatBeginNoMarkupOnRequest) {
  const auto escaped = [](const std::string& text) {
    std::string html;
    append_escaped(text, 0, text.size(), "<>&", html);
    return html;
  };
  for (const std::string text : {"<1>", "<%= x %>", "1 < 2 & 3 > 2", "AT&T", "a <", "&", "<$x>"}) {
    EXPECT_EQ(escaped(text), text);
  }
  EXPECT_EQ(escaped("<b>"), "&lt;b>");
  EXPECT_EQ(escaped("</b><!-- <? <<b"), "&lt;/b>&lt;!-- &lt;? &lt;&lt;b");
  EXPECT_EQ(escaped("&amp; &#1; &lt &x;"), "&amp;amp; &amp;#1; &amp;lt &amp;x;");
  EXPECT_EQ(escaped("]]>"), "]]&gt;");
}

}  // namespace
}  // namespace regard::serve
