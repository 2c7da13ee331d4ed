#include "regard/text/document.h"

#include <gtest/gtest.h>

namespace regard::text {
namespace {

using Blocks = std::vector<Block>;

TEST(Document, JoinsTheLinesOfAParagraph) {
  EXPECT_EQ(blocks_of({"A wrapped", "paragraph.  ", "", "Another."}),
            (Blocks{{"", "A wrapped paragraph."}, {}, {"", "Another."}}));
  EXPECT_EQ(blocks_of({}), Blocks{});
  EXPECT_EQ(blocks_of({"", " \t", "x"}), (Blocks{{}, {}, {"", "x"}}));
}

TEST(Document, KeepsItemsOfListsApart) {
  EXPECT_EQ(
      blocks_of({"List:", "- one", "  goes on", "- two", "12. three", "• four"}),
      (Blocks{
          {"", "List:"}, {"- ", "one goes on"}, {"- ", "two"}, {"12. ", "three"}, {"• ", "four"}}));
}

TEST(Document, KeepsIndents) {
  EXPECT_EQ(blocks_of({"Text", "    quoted", "    more", "Text"}),
            (Blocks{{"", "Text"}, {"    ", "quoted more"}, {"", "Text"}}));
}

TEST(Document, TakesNoDashOrNumberInTextForAMark) {
  EXPECT_EQ(blocks_of({"-5 degrees", "3.5 metres", "1999. A year"}),
            (Blocks{{"", "-5 degrees 3.5 metres 1999. A year"}}));
}

}  // namespace
}  // namespace regard::text
