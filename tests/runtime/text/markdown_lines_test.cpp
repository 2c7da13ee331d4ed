#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "text/sentences.h"

namespace regard::text {
namespace {

using Blocks = std::vector<Block>;
using LineViews = std::vector<std::string_view>;

Blocks blocks_in(const LineViews& lines, Wrapping wrapping = Wrapping::detected) {
  return blocks_of(lines, wrapping);
}

TEST(MarkdownLines, KeepIndentedCode) {
  const LineViews lines = {"Type this:", "", "    a cat", "", "\ta dog", "The end"};
  EXPECT_EQ(
      blocks_in(lines, Wrapping::markdown),
      (Blocks{{"", "Type this:"}, {}, {"    a cat", ""}, {}, {"\ta dog", ""}, {"", "The end"}}));
  EXPECT_EQ(blocks_in(lines)[2], (Block{"    ", "a cat"})) << "a text that is not Markdown";
  for (const LineViews& words :
       {LineViews{"The cat", "    sleeps"}, LineViews{"- A cat", "", "    sleeps"},
        LineViews{"1. A cat", "", "   and", "", "    a dog"}, LineViews{"* A cat", "    sleeps"},
        LineViews{"[^1]: A cat", "", "    sleeps"}, LineViews{"!!! note", "", "    A cat"}}) {
    EXPECT_FALSE(blocks_in(words, Wrapping::markdown).back().text.empty()) << words[0];
  }
  const LineViews behind_list = {"- A cat", "", "The dog", "", "    a cat"};
  EXPECT_EQ(blocks_in(behind_list, Wrapping::markdown).back(), (Block{"    a cat", ""}));
  const LineViews behind_fence = {"```", "    a", "```", "    a cat"};
  EXPECT_EQ(blocks_in(behind_fence, Wrapping::markdown)[1], (Block{"    a", ""}));
  const LineViews behind_both = {"- A cat", "", "```", "a", "```", "", "    a cat"};
  EXPECT_EQ(blocks_in(behind_both, Wrapping::markdown).back(), (Block{"    a cat", ""}));
}

TEST(MarkdownLines, EndHeadings) {
  EXPECT_EQ(blocks_in({"## A long name of", "it. It is here."}, Wrapping::markdown),
            (Blocks{{"## ", "A long name of"}, {"", "it. It is here."}}));
}

TEST(MarkdownLines, KeepHardBreaks) {
  const LineViews lines = {"A poem about a cat.  \n", "it sleeps,  \n", "it wakes up\n", "now."};
  EXPECT_EQ(blocks_in(lines, Wrapping::markdown), (Blocks{{"", "A poem about a cat.", "  \n"},
                                                          {"", "it sleeps,", "  \n"},
                                                          {"", "it wakes up now."}}));
}

}  // namespace
}  // namespace regard::text
