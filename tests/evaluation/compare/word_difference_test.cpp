#include "compare/word_difference.h"

#include <gtest/gtest.h>

#include <random>

#include "compare/words.h"

namespace regard::compare {
namespace {

/// "un [chat|chien] noir": removed words before the bar, added words after it.
std::string shown(const std::string& before, const std::string& after) {
  std::string text;
  for (const auto& part : word_difference(SplitText{before}[0], SplitText{after}[0])) {
    switch (part.kind) {
      case DifferencePart::Kind::same:
        text += part.text;
        break;
      case DifferencePart::Kind::removed:
        text += "{-" + part.text + "}";
        break;
      case DifferencePart::Kind::added:
        text += "{+" + part.text + "}";
        break;
    }
  }
  return text;
}

TEST(WordDifference, OfEqualTextsIsNone) { EXPECT_EQ(shown("un chat.", "un chat."), "un chat."); }

TEST(WordDifference, ShowsWhatIsReplacedWhereItStood) {
  EXPECT_EQ(shown("un petit chat noir dort", "un chien noir dort."),
            "un{-petit chat}{+ chien} noir dort{+.}");
}

TEST(WordDifference, IsOfWordsAndNotOfWhatStandsBetweenSpaces) {
  EXPECT_EQ(shown("l'homme, assis", "l'enfant assis"), "l'{-homme,}{+enfant} assis");
}

TEST(WordDifference, WithNothingIsAll) {
  EXPECT_EQ(shown("", "un chat"), "{+un chat}");
  EXPECT_EQ(shown("un chat", ""), "{-un chat}");
  EXPECT_EQ(shown("", ""), "");
  EXPECT_EQ(shown("a", " "), "{-a}{+ }");
}

/// The length of the longest common subsequence, found by trying every subset of `a`.
size_t longest_by_brute_force(const std::vector<std::string_view>& a,
                              const std::vector<std::string_view>& b) {
  size_t longest = 0;
  for (unsigned subset = 0; subset < 1U << a.size(); ++subset) {
    size_t at = 0, taken = 0;
    bool fits = true;
    for (size_t i = 0; i < a.size() && fits; ++i) {
      if ((subset >> i & 1U) == 0) continue;
      while (at < b.size() && b[at] != a[i]) ++at;
      fits = at++ < b.size();
      ++taken;
    }
    if (fits) longest = std::max(longest, taken);
  }
  return longest;
}

TEST(WordDifference, KeepsAsManyWordsAsCanBeAndBothTexts) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 200; ++trial) {
    std::string texts[2];
    for (auto& text : texts) {
      for (auto words = random() % 9; words > 0; --words) {
        text += (text.empty() ? "" : " ") + std::string(1, static_cast<char>('a' + random() % 4));
      }
    }
    size_t same = 0;
    std::string after, before;
    const SplitText split{texts[0], texts[1]};
    for (const auto& part : word_difference(split[0], split[1])) {
      if (part.kind != DifferencePart::Kind::removed) after += part.text;
      if (part.kind != DifferencePart::Kind::added) before += part.text + ' ';
      if (part.kind == DifferencePart::Kind::same) same += split_words(part.text).size();
    }
    EXPECT_EQ(after, texts[1]);
    EXPECT_EQ(split_words(before), split_words(texts[0]));
    EXPECT_EQ(same, longest_by_brute_force(split_words(texts[0]), split_words(texts[1])))
        << texts[0] << " | " << texts[1];
  }
}

}  // namespace
}  // namespace regard::compare
