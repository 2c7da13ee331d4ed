#include "corpus/learn_shortlist.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {
namespace {

/// Pairs in two languages with a one-to-one mapping between their words.
class LearnShortlist : public testing::Test {
 protected:
  LearnShortlist() {
    config::TokenizerOptions options;
    options.type = config::TokenizerType::word;
    options.vocab_size = 40;
    const std::vector<std::string> words = {"aa bb cc dd ee ff gg hh", "ii jj kk ll mm nn oo pp"};
    const auto tokenizer = text::train_tokenizer(words, options);
    tokenizers_.emplace(tokenizer, tokenizer, text::Preprocess::none);
    examples_.begin_text("text");
    int64_t line = 0;
    for (const char* source : {"aa bb", "bb cc", "cc aa", "aa dd", "dd bb"}) {
      std::string target;
      for (const char letter : std::string(source)) target += letter == ' ' ? ' ' : letter + 8;
      examples_.add(tokenizers_->encode_source(source), tokenizers_->encode_target(target), 1.0,
                    ++line);
    }
  }

  int32_t id(const std::string& word) const {
    return static_cast<int32_t>(tokenizers_->target().id("▁" + word));
  }
  static bool has(const std::vector<int32_t>& tokens, int32_t token) {
    return std::ranges::binary_search(tokens, token);
  }

  std::optional<text::TokenizerPair> tokenizers_;
  Examples examples_;
};

TEST_F(LearnShortlist, FindsTheTranslationOfEachToken) {
  const auto list = learn_shortlist(examples_, *tokenizers_, {.best = 1, .frequent = 0});
  const auto tokens = list.tokens_for(tokenizers_->encode_source("aa cc"));
  EXPECT_TRUE(has(tokens, id("ii")));
  EXPECT_TRUE(has(tokens, id("kk")));
  EXPECT_FALSE(has(tokens, id("ll")));
}

TEST_F(LearnShortlist, LetsTokensOfOneVocabularyBeCopied) {
  const auto list = learn_shortlist(examples_, *tokenizers_, {.best = 1, .frequent = 0});
  EXPECT_TRUE(has(list.tokens_for(tokenizers_->encode_source("hh")), id("hh")));
}

TEST_F(LearnShortlist, AlwaysHasTheMostFrequentTokens) {
  const auto list = learn_shortlist(examples_, *tokenizers_, {.best = 1, .frequent = 3});
  const auto tokens = list.tokens_for({});  // EOS and two of the tokens that occur three times
  EXPECT_EQ(tokens.size(), 4U + 2U);
  EXPECT_TRUE(has(tokens, id("ii")));
  EXPECT_TRUE(has(tokens, id("jj")));
}

TEST_F(LearnShortlist, HasASizeForEachSentence) {
  const text::Shortlist list("", 40, {}, {{}, {}, {}, {9}});  // EOS has one additional token
  EXPECT_EQ(mean_size(list, examples_), 5.0);
}

}  // namespace
}  // namespace regard::corpus
