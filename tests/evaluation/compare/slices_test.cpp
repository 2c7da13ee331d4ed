#include "compare/breakdown.h"

#include <gtest/gtest.h>

namespace regard::compare {
namespace {

/// The slices in the form "name: 0 2, name: 1".
std::string shown(const std::vector<SliceMembers>& slices) {
  std::string text;
  for (const auto& slice : slices) {
    text += (text.empty() ? "" : ", ") + slice.name + ":";
    for (const auto sentence : slice.sentences) text += ' ' + std::to_string(sentence);
  }
  return text;
}

WordCounts counts_of(const std::string& line) {
  WordCounts counts;
  counts.add(line);
  return counts;
}

TEST(SlicesByLength, CountWords) {
  EXPECT_EQ(shown(slices_by_length({"a b c d e", "a b c d e f", "a", "a b c d e f g h i j"})),
            "1–5: 0 2, 6–10: 1 3");
  std::string long_line = "word";
  for (int i = 0; i < 60; ++i) long_line += " word";
  EXPECT_EQ(shown(slices_by_length({long_line, "a b c d e f g h i j k l m n o p q r s t u"})),
            "21–30: 1, 31–50:, 51+: 0");
}

TEST(SlicesByRarestWord, LookAtWordsAlone) {
  WordCounts counts;
  for (int i = 0; i < 12; ++i) counts.add("the cat");
  counts.add("sits");
  EXPECT_EQ(
      shown(slices_by_rarest_word({"The cat!", "the cat sits", "the bird sits", "..."}, counts)),
      "unseen: 2, 1: 1, 2–4:, 5–9:, 10–99: 0");
}

TEST(SlicesByKind, HaveASentenceInEachOfItsKinds) {
  EXPECT_EQ(shown(slices_by_kind({{"question", "names"}, {}, {"names"}})),
            "question: 0, negation:, numbers:, names: 0 2, none of these: 1");
}

TEST(Slices, DescribeTheirSentences) {
  EXPECT_EQ(slices_by_length({"a b c"}).front().in_words, "sentences of 1–5 words");
  const auto by_word = slices_by_rarest_word({"new", "old old", "old"}, counts_of("old"));
  EXPECT_EQ(by_word[0].in_words, "sentences with a word unseen in training");
  EXPECT_EQ(by_word[1].in_words, "sentences whose rarest word occurs once in training");
  const auto by_kind = slices_by_kind({{}});
  EXPECT_EQ(by_kind.front().in_words, "questions");
  EXPECT_EQ(by_kind.back().in_words, "");  // no description for the remaining ones
}

}  // namespace
}  // namespace regard::compare
