#include "serve/text_translation.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

using Texts = std::vector<std::string>;

TEST(TextLines, KeepTheEndsOfLinesAndWhatIsNotLanguage) {
  const TextLines text("one\r\n  - two\r\n```\ncode\n```\r\u2028three\n");
  EXPECT_EQ(text.lines(), (Texts{"one", "  - two", "three"}));
  EXPECT_EQ(text.with(Texts{"1", "2", "3"}), "1\r\n2\r\n```\ncode\n```\r\u20283\n");
}

TEST(TextLines, AreParagraphsWhereLineEndsAreSpaces) {
  const TextLines text("I love\nmy mother.\n\nWhere is\nit?", Splitting::marks);
  EXPECT_EQ(text.lines(), (Texts{"I love my mother.", "Where is it?"}));
  EXPECT_EQ(text.with(Texts{"1", "2"}), "1\n\n2");
}

TEST(TextLines, AreNoneOfAnEmptyText) {
  EXPECT_EQ(TextLines("").lines(), Texts());
  EXPECT_EQ(TextLines("\n\n").with({}), "\n\n");
}

}  // namespace
}  // namespace regard::serve
