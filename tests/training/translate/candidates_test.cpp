#include "translate/candidates.h"

#include <gtest/gtest.h>

#include "support/tiny_model.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {
namespace {

/// A hypothesis for "the zebra sees", whose second word is not in the vocabulary.
class Candidates : public testing::Test {
 protected:
  Candidates() {
    hypothesis_.tokens = {text::kUnk, id("cat"), text::kUnk, text::kEos};
    hypothesis_.attention = {{0.1F, 0.8F, 0.1F, 0.0F},
                             {0.7F, 0.1F, 0.1F, 0.1F},
                             {0.05F, 0.05F, 0.3F, 0.6F},
                             {0.0F, 0.0F, 0.0F, 1.0F}};
  }

  int64_t id(const std::string& word) const { return tokenizers_.target().id("▁" + word); }

  Translation translated(const TranslationRequest& request) const {
    const Sources sources(tokenizers_, std::span(&line_, 1));
    return translation_of({hypothesis_}, tokenizers_, sources, 0,
                          Plan(request, sources, tokenizers_));
  }

  text::TokenizerPair tokenizers_ = test::tiny_model().tokenizers;
  std::string line_ = "the zebra sees";
  search::Hypothesis hypothesis_;
};

TEST_F(Candidates, HaveTheSourcesWordsForUnknownTokens) {
  // The last token attends most to eos, which is not a word.
  EXPECT_EQ(translated({.search = {.replace_unknown = true}}).text, "zebra cat sees");
  EXPECT_EQ(translated({}).text, tokenizers_.decode_target(hypothesis_.tokens));
  EXPECT_EQ(translated({}).text.find("zebra"), std::string::npos);
}

TEST_F(Candidates, KeepUnknownTokensWhereAModelAttendsToNothing) {
  hypothesis_.attention.clear();
  EXPECT_EQ(translated({.search = {.replace_unknown = true}}).text, translated({}).text);
}

TEST_F(Candidates, KnowPiecesAndAttentionOfWordsIfWished) {
  hypothesis_.tokens = {id("my"), id("cat"), id("sees"), text::kEos};
  const auto best = translated({.options = {.attention = true}}).n_best.front();
  EXPECT_EQ(best.pieces, (std::vector<std::string>{"▁my", "▁cat", "▁sees", "</s>"}));
  ASSERT_EQ(best.attention.size(), 3U);
  EXPECT_EQ(best.attention[1].size(), 3U);
  EXPECT_FLOAT_EQ(best.attention[1][0], 0.7F / 0.9F);  // without eos
  EXPECT_TRUE(translated({}).n_best.front().attention.empty());
}

TEST(KeepDifferentTexts, LeavesTheFirstOfEach) {
  std::vector<Candidate> candidates = {{.text = "un chat", .score = -1.0},
                                       {.text = "le chat", .score = -2.0},
                                       {.text = "un chat", .score = -3.0},
                                       {.text = "chat", .score = -4.0},
                                       {.text = "chats"}};
  keep_different_texts(candidates, 3);
  ASSERT_EQ(candidates.size(), 3U);
  EXPECT_EQ(candidates[0].score, -1.0);
  EXPECT_EQ(candidates[1].text, "le chat");
  EXPECT_EQ(candidates[2].text, "chat");
}

}  // namespace
}  // namespace regard::translate
