#include "text/marked_words.h"

#include <gtest/gtest.h>

#include "text/sentences.h"

namespace regard::text {
namespace {

TEST(MarkedWords, AreThoseBetweenTwoEqualMarks) {
  EXPECT_EQ(words_between_marks("*the cats*"), "the cats");
  EXPECT_EQ(words_between_marks("-cats-"), "cats");
  EXPECT_EQ(words_between_marks("~~cats.~~"), "cats.");
  for (const std::string_view other : {"*a* and *b*", "*the cats", "-x-", "--long-option",
                                       "***a b***", "__NAME__", "* cats *", "-", "**", ""}) {
    EXPECT_EQ(words_between_marks(other), other);
  }
}

TEST(MarkedWords, AreTranslatedWithoutTheMarks) {
  const auto found = sentences_of("*The cat sleeps.*");
  ASSERT_EQ(found.sentences.size(), 1U);
  EXPECT_EQ(found.sentences[0].before, "*");
  EXPECT_EQ(found.sentences[0].words, "The cat sleeps.");
  EXPECT_EQ(found.behind, "*");
}

}  // namespace
}  // namespace regard::text
