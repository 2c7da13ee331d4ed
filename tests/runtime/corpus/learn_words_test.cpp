#include "corpus/learn_shortlist.h"

#include <gtest/gtest.h>

#include <string>

#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {
namespace {

using Words = std::vector<std::string>;

class LearnWords : public testing::TestWithParam<config::TokenizerType> {
 protected:
  static Words words_of(const Words& lines, const Words& before = {}, size_t most = 100) {
    const auto tokenizer = text::train_tokenizer(lines, {.type = GetParam()});
    Examples examples;
    examples.begin_text("text");
    for (const auto& line : lines) {
      auto tokens = tokenizer.encode(line);
      tokens.push_back(text::kEos);
      examples.add(tokens, tokens, 1.0, 1);
    }
    return learn_words(examples, tokenizer, before, most);
  }
};

TEST_P(LearnWords, TakesThemFromTheTargetTextInLowerCaseAndInOrder) {
  EXPECT_EQ(words_of({"Le studio d'Anna, l'été .", "Où est-ce ? Le voilà !"}),
            (Words{"anna", "ce", "d", "est", "l", "le", "où", "studio", "voilà", "été"}));
}

TEST_P(LearnWords, LeavesOutNumbersOverlongWordsAndScriptsWithoutSpaces) {
  const std::string longest(text::HalfWords::kLongestWord, 'x');
  EXPECT_EQ(words_of({"1984 b52 東京 " + longest + " " + longest + "x слово"}),
            (Words{longest, "слово"}));
}

TEST_P(LearnWords, TakesTheMostFrequentOnesAndTheirBeginnings) {
  const Words lines = {"studio studio studio", "grande grande", "stu stu grand chat studios"};
  EXPECT_EQ(words_of(lines, {}, 1), (Words{"stu", "studio"}));
  EXPECT_EQ(words_of(lines, {}, 3), (Words{"grand", "grande", "stu", "studio"}));
}

TEST_P(LearnWords, AddsThemToThoseOfEarlierTexts) {
  EXPECT_EQ(words_of({"le studio"}, {"le", "chat"}), (Words{"chat", "le", "studio"}));
}

INSTANTIATE_TEST_SUITE_P(Of, LearnWords,
                         testing::Values(config::TokenizerType::bpe, config::TokenizerType::unigram,
                                         config::TokenizerType::word,
                                         config::TokenizerType::character),
                         [](const auto& info) { return regard::name_of(info.param); });

}  // namespace
}  // namespace regard::corpus
