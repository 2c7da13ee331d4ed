#include "book/text_html.h"

#include <gtest/gtest.h>

namespace regard::book {
namespace {

TEST(TextHtml, LowersIndicesAndRaisesExponents) {
  EXPECT_EQ(html_of_text("powers of W_hh."), "powers of W<sub>hh</sub>.");
  EXPECT_EQ(html_of_text("∂h_j/∂h_{j−1}"), "∂h<sub>j</sub>/∂h<sub>j−1</sub>");
  EXPECT_EQ(html_of_text("d_model, η_T"), "d<sub>model</sub>, η<sub>T</sub>");
  EXPECT_EQ(html_of_text("|Y|^T. Then length^α"), "|Y|<sup>T</sup>. Then length<sup>α</sup>");
  EXPECT_EQ(html_of_text("x^0.8, (a b)^−0.5"), "x<sup>0.8</sup>, (a b)<sup>−0.5</sup>");
}

TEST(TextHtml, LeavesNamesAndOtherTextAlone) {
  EXPECT_EQ(html_of_text("book_bleu, W_ and <s>"), "book_bleu, W_ and &lt;s&gt;");
  EXPECT_EQ(html_of_text("W_{"), "W_{") << "an index without an end";
  EXPECT_EQ(html_of_markdown("`d_ff` is d_ff"), "<code>d_ff</code> is d<sub>ff</sub>");
}

TEST(TextHtml, ConvertsTheMarksOfMarkdown) {
  EXPECT_EQ(html_of_markdown("**one** [two](../src/x.cpp), $`x`$"),
            "<b>one</b> two, <math><mi>x</mi></math>");
}

TEST(TextHtml, CapitalizesWordsButNotSymbols) {
  EXPECT_EQ(capitalized("without a query"), "Without a query");
  EXPECT_EQ(capitalized("a kernel"), "A kernel");
  EXPECT_EQ(capitalized("a · b = |a| |b|"), "a · b = |a| |b|");
  EXPECT_EQ(capitalized("困惑度"), "困惑度");
}

}  // namespace
}  // namespace regard::book
