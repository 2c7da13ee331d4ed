#include "regard/compare/slices.h"

#include <gtest/gtest.h>

namespace regard::compare {
namespace {

/// "name: 0 2, name: 1"
std::string shown(const std::vector<SliceMembers>& slices) {
  std::string text;
  for (const auto& slice : slices) {
    text += (text.empty() ? "" : ", ") + slice.name + ":";
    for (const auto sentence : slice.sentences) text += ' ' + std::to_string(sentence);
  }
  return text;
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

}  // namespace
}  // namespace regard::compare
