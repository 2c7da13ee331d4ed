#include "markup/html_scanner.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace regard::serve {
namespace {

using Kind = HtmlToken::Kind;

std::vector<HtmlToken> scanned(std::string_view html) {
  std::vector<HtmlToken> tokens;
  HtmlScanner scanner(html);
  while (auto token = scanner.next()) tokens.push_back(std::move(*token));
  return tokens;
}

/// The tokens' bytes, separated by bars.
std::string cut(std::string_view html) {
  std::string pieces;
  for (const auto& token : scanned(html)) {
    pieces += (pieces.empty() ? "" : "|") + std::string(token.bytes);
  }
  return pieces;
}

HtmlToken first_token(std::string_view html) { return scanned(html).at(0); }

TEST(HtmlScanner, CutsBetweenTagsAndText) {
  EXPECT_EQ(cut("a<b>c</b>d"), "a|<b>|c|</b>|d");
  EXPECT_EQ(cut("<a href='x>y' b=\"'>\" c=d>e"), "<a href='x>y' b=\"'>\" c=d>|e");
  EXPECT_EQ(cut("<a \"'>b"), "<a \"'>|b") << "quotes count after '=' only";
  EXPECT_EQ(cut("<a b=c\"d>e"), "<a b=c\"d>|e");
  EXPECT_EQ(cut("<a b= >c"), "<a b= >|c");
  EXPECT_EQ(cut("<a\n/b\t= 'c' / >d"), "<a\n/b\t= 'c' / >|d");
}

TEST(HtmlScanner, RecognizesOnlyTagsAsTags) {
  for (const std::string text : {"a < b", "<3", "a<", "<", "</", "<>", "&lt;", "a > b", "<é>"}) {
    const auto tokens = scanned(text);
    ASSERT_EQ(tokens.size(), 1U) << text;
    EXPECT_EQ(tokens[0].kind, Kind::text) << text;
  }
}

TEST(HtmlScanner, RecognizesWhatBrowsersReadAsAComment) {
  for (const std::string comment :
       {"<!-- > a -->", "<!-->", "<!--->", "<!---->", "<!-- a --!>", "<!a>", "<?a?>", "</ a>",
        "</>", "<![CDATA[ > ]]>", "<!--a--b-->"}) {
    const auto html = comment + "x";
    const auto tokens = scanned(html);
    ASSERT_EQ(tokens.size(), 2U) << comment;
    EXPECT_EQ(tokens[0].kind, Kind::comment) << comment;
    EXPECT_EQ(tokens[0].bytes, comment);
  }
  EXPECT_EQ(first_token("<!DocType html>").kind, Kind::doctype);
}

TEST(HtmlScanner, RecognizesNamesInAnyCase) {
  EXPECT_EQ(first_token("<DIV a>").name, "div");
  EXPECT_EQ(first_token("</X-y:z a>").name, "x-y:z");
  EXPECT_EQ(first_token("<b/>").name, "b");
  EXPECT_TRUE(first_token("<b a=b />").has_slash);
  EXPECT_FALSE(first_token("<b a=b/>").has_slash) << "it belongs to the value";
  EXPECT_FALSE(first_token("<b / a>").has_slash);
}

TEST(HtmlScanner, RecognizesElementsThatAreNotToBeTranslated) {
  for (const std::string tag : {"<b translate=no>", "<b a TRANSLATE = \"No\">",
                                "<b class=notranslate>", "<b class='a\n notranslate b'>"}) {
    EXPECT_TRUE(first_token(tag).is_untranslated) << tag;
  }
  for (const std::string tag : {"<b translate=yes>", "<b translate>", "<b class='notranslate-x'>",
                                "<b title='translate=no'>", "<b xclass=notranslate>"}) {
    EXPECT_FALSE(first_token(tag).is_untranslated) << tag;
  }
}

TEST(HtmlScanner, TakesRawElementsWhole) {
  EXPECT_EQ(cut("<script>'</b>' </scripts></SCRIPT >a"), "<script>'</b>' </scripts></SCRIPT >|a");
  EXPECT_EQ(cut("<style>a</style><b>"), "<style>a</style>|<b>");
  EXPECT_EQ(cut("<plaintext></plaintext><b>"), "<plaintext></plaintext><b>");
  EXPECT_EQ(cut("<title>a<b></title><b>"), "<title>|a<b>|</title>|<b>");
}

TEST(HtmlScanner, SaysWhenTheDocumentEndsWithinAToken) {
  for (const std::string rest : {"<b", "<b a='>", "</b", "<!-- a", "<![CDATA[a", "<!a", "<script>a",
                                 "<script>a</script", "<textarea></textare>"}) {
    const auto html = "x" + rest;
    const auto tokens = scanned(html);
    ASSERT_EQ(tokens.size(), 2U) << rest;
    EXPECT_EQ(tokens[1].bytes, rest);
    EXPECT_FALSE(tokens[1].is_whole) << rest;
  }
}

TEST(HtmlScanner, LosesNoBytes) {
  constexpr std::string_view kBytes = "<>/!-?='\" abscriptle&;\n[]CDAT";
  std::mt19937_64 random(3);
  for (int i = 0; i < 20'000; ++i) {
    std::string html, joined;
    for (size_t left = random() % 40; left > 0; --left) html += kBytes[random() % kBytes.size()];
    const auto tokens = scanned(html);
    for (size_t k = 0; k < tokens.size(); ++k) {
      ASSERT_FALSE(tokens[k].bytes.empty());
      ASSERT_TRUE(tokens[k].is_whole || k + 1 == tokens.size()) << html;
      joined += tokens[k].bytes;
    }
    ASSERT_EQ(joined, html);
  }
}

}  // namespace
}  // namespace regard::serve
