#include "markup/html_items.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

/// The items, each with a letter for its role: t[a] o[<b>] c[</b>] m[<img>] n[<!-- -->] b[<p>]; k:
/// kept.
std::string roles(std::string_view html) {
  std::string described;
  for (const auto& item : html_items(html)) {
    described += "tocmnbkwp"[static_cast<size_t>(item.role)];
    described += '[' + std::string(item.bytes) + ']';
  }
  return described;
}

size_t pairs(std::string_view html) {
  size_t count = 0;
  const auto items = html_items(html);
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].partner == HtmlItem::kNoPartner) continue;
    EXPECT_EQ(items[items[i].partner].partner, i) << html;
    ++count;
  }
  return count / 2;
}

TEST(HtmlItems, KnowBlocksFromInlineElements) {
  EXPECT_EQ(roles("<p>a<b>c</b><br>"), "b[<p>]t[a]o[<b>]t[c]c[</b>]b[<br>]");
  EXPECT_EQ(roles("<img><x-y>a</x-y>"), "p[<img>]o[<x-y>]t[a]c[</x-y>]");
  EXPECT_EQ(roles("<!-- a --><script>b</script><textarea>c</textarea>"),
            "n[<!-- a -->]n[<script>b</script>]m[<textarea>c</textarea>]");
}

TEST(HtmlItems, KeepAHashtagWhoseNameIsAnElement) {
  for (const std::string tag :
       {"<a href=x>#<span>cats</span></a>", "<a>@<span>anna</span></a>",
        "<a><span>#</span><b>black_cats2</b></a>", "<a>#<span>\u00E9t\u00E9</span></a>"}) {
    EXPECT_EQ(roles("a " + tag + " b"), "t[a ]w[" + tag + "]t[ b]");
  }
  for (const std::string text :
       {"<a>#cats</a>", "<a>#<b>two cats</b></a>", "<a>#<b>1</b>: cats</a>", "<a>a<b>cats</b></a>",
        "<b>#<i>cats</i></b>", "<a>#<b>cats</b>"}) {
    EXPECT_EQ(roles(text).find("w["), std::string::npos) << text;
  }
}

TEST(HtmlItems, PairTags) {
  EXPECT_EQ(pairs("<b><i></i></b>"), 2U);
  EXPECT_EQ(pairs("<b><b></b>"), 1U);
  EXPECT_EQ(pairs("<b><i></b></i>"), 1U);
  EXPECT_EQ(pairs("</b><b>"), 0U);
  EXPECT_EQ(pairs("<div><b></div></b>"), 0U);
  EXPECT_EQ(pairs("<p><b>a<p>c</b>"), 0U) << "the second <p> ends the first";
}

TEST(HtmlItems, ReadASlashAsAnEndTagIfBrowsersDo) {
  EXPECT_EQ(roles("<b/>a</b>"), "o[<b/>]t[a]c[</b>]");
  EXPECT_EQ(roles("<x/>a<svg/>b"), "m[<x/>]t[a]m[<svg/>]t[b]");
}

TEST(HtmlItems, TakeUntranslatedElementsWhole) {
  EXPECT_EQ(roles("a <code>b<i>c</i></code>"), "t[a ]w[<code>b<i>c</i></code>]");
  EXPECT_EQ(roles("<code><code></code>a</code>b"), "w[<code><code></code>a</code>]t[b]");
  EXPECT_EQ(roles("<a translate=no><p>b<p>c</a>d"), "w[<a translate=no><p>b<p>c</a>]t[d]");
  EXPECT_EQ(roles("<div translate=no><div>a</div>b</div>c"),
            "b[<div translate=no><div>a</div>b</div>]t[c]");
  EXPECT_EQ(roles("<img translate=no>a"), "p[<img translate=no>]t[a]");
}

TEST(HtmlItems, TranslateMarkedElementsWithinUntranslatedOnes) {
  EXPECT_EQ(roles("<b translate=no>a<i translate=yes>b</i>c</b>d"),
            "b[<b translate=no>a<i translate=yes>]t[b]b[</i>c</b>]t[d]");
  EXPECT_EQ(roles("<p translate=no>a<i translate>b</i><i translate=yes>c</i></p>"),
            "b[<p translate=no>a<i translate>]t[b]b[</i><i translate=yes>]t[c]b[</i></p>]");
  EXPECT_EQ(roles("<p translate=no><b translate=yes>a<i translate=no>b</i>c</b></p>"),
            "b[<p translate=no><b translate=yes>]t[a]k[<i translate=no>b</i>]t[c]b[</b></p>]");
  for (const std::string broken :
       {"<b translate=no>a<i translate=yes>b", "<b translate=no><i translate=yes>",
        "<b translate=no><i translate=yes></b>c</i>d"}) {
    std::string bytes;
    for (const auto& item : html_items(broken)) bytes += item.bytes;
    EXPECT_EQ(bytes, broken);
  }
}

TEST(HtmlItems, EndUntranslatedTextWhereItsElementEnds) {
  EXPECT_EQ(roles("<p translate=no>a<p>b"), "b[<p translate=no>a]b[<p>]t[b]");
  EXPECT_EQ(roles("<li translate=no>a<b>b<li>c"), "b[<li translate=no>a<b>b]b[<li>]t[c]");
  EXPECT_EQ(roles("<ul><li translate=no>a</ul>b"), "b[<ul>]b[<li translate=no>a]b[</ul>]t[b]");
  EXPECT_EQ(roles("<td translate=no>a<td>b"), "b[<td translate=no>a]b[<td>]t[b]");
}

TEST(HtmlItems, KeepTheAnnotationsOfRuby) {
  EXPECT_EQ(roles("<ruby>a<rp>(</rp><rt>b</rt></ruby>"),
            "o[<ruby>]t[a]m[<rp>(</rp>]m[<rt>b</rt>]c[</ruby>]");
  EXPECT_EQ(roles("<ruby>a<rt>b</ruby>"), "o[<ruby>]t[a]m[<rt>b]c[</ruby>]") << "without </rt>";
  EXPECT_EQ(roles("<ruby>a<rp>(<rt>b<rp>)</ruby>"), "o[<ruby>]t[a]m[<rp>(<rt>b<rp>)]c[</ruby>]");
}

TEST(HtmlItems, KeepBrokenTagsInTheirPlace) {
  EXPECT_EQ(roles("<code>a"), "b[<code>a]");
  EXPECT_EQ(roles("<i><code>a</i>b"), "o[<i>]b[<code>a]c[</i>]t[b]");
  EXPECT_EQ(roles("<code>a</i></code>"), "b[<code>a</i></code>]")
      << "elsewhere, it would end an <i>";
  EXPECT_EQ(roles("a<b c"), "t[a]b[<b c]");
  EXPECT_EQ(roles("a<!-- b"), "t[a]b[<!-- b]");
}

}  // namespace
}  // namespace regard::serve
