#include "translate/candidates.h"

#include <gtest/gtest.h>

#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {
namespace {

class Prefixes : public testing::Test {
 protected:
  static text::TokenizerPair tokenizers() {
    config::TokenizerOptions options;
    options.type = config::TokenizerType::character;
    const auto trained = text::train_tokenizer({"Bonjour. Où est le chat ?", "Ici."}, options);
    return {trained, trained, text::Preprocess::none};
  }

  auto of(const std::string& prefix, const std::vector<size_t>& sentences,
          std::vector<std::string> before = {}) const {
    before.resize(sentences.size());
    return prefixes_of(prefix, {.sentences = sentences, .before = before}, tokenizers_);
  }

  std::string written(const Prefix& prefix, const std::string& translation) const {
    return written_text(tokenizers_.encode_target(translation), tokenizers_,
                        {&prefix.literal.value(), 1});
  }

  std::string text(const Prefix& prefix) const { return tokenizers_.decode_target(prefix.tokens); }

  text::TokenizerPair tokenizers_ = tokenizers();
};

TEST_F(Prefixes, BelongToTheSentencesOfALine) {
  const auto found = of("Bonjour. Où", {4, 5});
  ASSERT_EQ(found.size(), 2);
  EXPECT_EQ(found[0].first, 0);
  EXPECT_EQ(text(found[0].second), "Bonjour.");
  EXPECT_EQ(found[0].second.tokens.back(), text::kEos);
  EXPECT_EQ(found[1].first, 1);
  EXPECT_EQ(text(found[1].second), "Où");
  EXPECT_NE(found[1].second.tokens.back(), text::kEos);
}

TEST_F(Prefixes, LeaveTheLastSentenceOpen) {
  const auto found = of("Bonjour.", {4, 5});
  ASSERT_EQ(found.size(), 1);
  EXPECT_NE(found[0].second.tokens.back(), text::kEos);
}

TEST_F(Prefixes, GiveTheLastSentenceOfALineWhatRemains) {
  const auto found = of("Bonjour. Ici. Où", {4, 5});
  ASSERT_EQ(found.size(), 2);
  EXPECT_EQ(text(found[1].second), "Où");
  EXPECT_EQ(written(found[1].second, "Où est le chat ?"), "Ici. Où est le chat ?");
  const auto all = of("Bonjour. Ici. Où", {4});
  EXPECT_EQ(text(all.at(0).second), "Où");
  EXPECT_EQ(written(all[0].second, "Où est le chat ?"), "Bonjour. Ici. Où est le chat ?");
}

TEST_F(Prefixes, ShareTheMarksBeforeALine) {
  for (const std::string mark : {"-", "1.", "- [ ]", "> -", "\U0001F600", "##"}) {
    const auto found = of(mark + " Où", {4}, {"  " + mark + " "});
    ASSERT_EQ(found.size(), 1);
    EXPECT_EQ(text(found[0].second), "Où");
    EXPECT_FALSE(found[0].second.literal) << mark;
    EXPECT_TRUE(of(mark, {4}, {mark + " "}).empty());
  }
  const auto first = of("- Où", {4}, {"- [x] "});
  EXPECT_EQ(text(first.at(0).second), "Où");
  EXPECT_FALSE(first[0].second.literal);
  const auto other = of("* Où", {4}, {"- "});
  EXPECT_EQ(written(other.at(0).second, "Où est le chat ?"), "* Où est le chat ?");
}

TEST_F(Prefixes, BeginTheFirstClauseOfASentence) {
  const auto found = of("Bonjour. Où", {4, 4, 5});
  ASSERT_EQ(found.size(), 2);
  EXPECT_EQ(found[0].first, 0);
  EXPECT_NE(found[0].second.tokens.back(), text::kEos);  // the second clause follows
  EXPECT_EQ(found[1].first, 2);
}

TEST_F(Prefixes, KeepTheUsersTextWhereTheModelReadsKnownWordsOnly) {
  const auto found = of("Où \u017Di\u017Eek \U0001F600", {0});
  EXPECT_EQ(text(found.at(0).second), "Où");
  ASSERT_TRUE(found[0].second.literal);
  const auto written = tokenizers_.encode_target("Où est le chat ?");
  EXPECT_EQ(written_text(written, tokenizers_, {&*found[0].second.literal, 1}),
            "Où \u017Di\u017Eek \U0001F600 est le chat ?");
}

TEST_F(Prefixes, AreReadWithoutTheirItems) {
  for (const std::string prefix : {"<b>Où", "**Où", "[b]Où", "{0} : Où", "@anna, où"}) {
    const auto found = of(prefix, {0});
    EXPECT_EQ(text(found.at(0).second).substr(0, 3), "Où") << prefix;
    EXPECT_EQ(written(found[0].second, "Où est le chat ?"), prefix + " est le chat ?");
  }
  EXPECT_EQ(written(of("<b>", {0}).at(0).second, "Ici."), "<b>Ici.");
}

TEST_F(Prefixes, PrecedeATranslationThatTheModelWritesWithoutThem) {
  const auto found = of("\U0001F600", {0});
  EXPECT_TRUE(found.at(0).second.tokens.empty());
  EXPECT_EQ(written_text(tokenizers_.encode_target("Ici."), tokenizers_,
                         {&found[0].second.literal.value(), 1}),
            "\U0001F600 Ici.");
}

}  // namespace
}  // namespace regard::translate
