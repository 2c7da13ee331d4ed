#include "text/sentences.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace regard::text {
namespace {

size_t words(std::string_view text) {
  return text.empty() ? 0 : 1 + static_cast<size_t>(std::ranges::count(text, ' '));
}

using Parts = std::vector<std::string>;

TEST(SplitAtClauses, LeavesWhatFits) {
  EXPECT_EQ(split_at_clauses("a b, c", 3, words), Parts{"a b, c"});
}

TEST(SplitAtClauses, CutsAtTheStrongestMarkNearTheMiddle) {
  EXPECT_EQ(split_at_clauses("one two, three; four five six", 4, words),
            (Parts{"one two, three;", "four five six"}));
  EXPECT_EQ(split_at_clauses("one two three, four five six", 4, words),
            (Parts{"one two three,", "four five six"}));
  EXPECT_EQ(split_at_clauses("one two three and four five six", 4, words),
            (Parts{"one two three", "and four five six"}));
  EXPECT_EQ(split_at_clauses("one two three four", 2, words), (Parts{"one two", "three four"}));
}

TEST(SplitAtClauses, ContinuesUntilEveryPartFits) {
  const std::string sentence = "a b c, d e f; g h i, j k l m n o p q r";
  std::string joined;
  for (const auto& part : split_at_clauses(sentence, 3, words)) {
    EXPECT_LE(words(part), 3U);
    joined += (joined.empty() ? "" : " ") + part;
  }
  EXPECT_EQ(joined, sentence);
}

TEST(SplitAtClauses, CutsNoCopiedItem) {
  const std::string sentence = "a b {n, plural, one {x, y} other {z; w}} c d, `e; f`";
  EXPECT_EQ(split_at_clauses(sentence, copied_items(sentence), 3, words),
            (Parts{"a b {n, plural, one {x, y} other {z; w}}", "c d,", "`e; f`"}));
}

TEST(SplitAtClauses, CutsAWordBetweenCharacters) {
  const auto bytes = [](std::string_view text) { return text.size(); };
  EXPECT_EQ(split_at_clauses("ééé", 2, bytes), (Parts{"é", "é", "é"}));
  EXPECT_EQ(split_at_clauses("é", 1, bytes), Parts{"é"});
}

}  // namespace
}  // namespace regard::text
