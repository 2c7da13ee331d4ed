#include "translate/term_replacement.h"

#include <gtest/gtest.h>

#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {
namespace {

/// The translation "le vieux chat dort d'ici" for "the old cat sleeps", with "cat" as a term.
class Replacement : public testing::Test {
 protected:
  Replacement() {
    hypothesis_.tokens = tokenizers_.encode_target("le vieux chat dort d'ici");
    term_ = {.source = "cat", .target = "minou"};
  }

  static text::TokenizerPair tokenizers() {
    config::TokenizerOptions options;
    options.type = config::TokenizerType::character;
    const auto trained = text::train_tokenizer(
        {"le vieux chat dort d'ici, chaque", "the old cat sleeps", "C++. AT&T .NET"}, options);
    return {trained, trained, text::Preprocess::none};
  }

  /// Loss per token: a word's loss is at its first letter.
  std::vector<double> loss(const std::vector<std::pair<std::string, double>>& of_words) const {
    const auto text = tokenizers_.decode_target(hypothesis_.tokens);
    std::vector<double> loss(hypothesis_.tokens.size(), 0.0);
    for (const auto& [word, value] : of_words)
      loss[text.find(word) + 1] = value;  // after the word mark
    return loss;
  }

  std::string replaced(const std::vector<std::pair<std::string, double>>& of_words,
                       std::vector<WordsOfTerm::Words> taken = {}) const {
    const WordsOfTerm words(hypothesis_, tokenizers_, {&term_, 0, 1}, loss(of_words));
    const auto best = words.best(taken);
    return best ? words.text().substr(best->begin, best->end - best->begin) : "";
  }

  text::TokenizerPair tokenizers_ = tokenizers();
  search::Hypothesis hypothesis_;
  text::Glossary::Term term_;
};

TEST_F(Replacement, IsOfTheWordThatDependsOnTheTerm) {
  EXPECT_EQ(replaced({{"le", 1.0}, {"chat", 6.0}, {"dort", 1.0}}), "chat");
}

TEST_F(Replacement, IsOfNeighboursThatDependOnItNearlyAsMuch) {
  EXPECT_EQ(replaced({{"vieux", 4.0}, {"chat", 6.0}}), "vieux chat");
}

TEST_F(Replacement, LeavesArticlesThatAgreeWithTheTerm) {
  EXPECT_EQ(replaced({{"le", 5.0}, {"chat", 3.0}}), "chat");
  EXPECT_EQ(replaced({{"d'", 9.0}, {"ici", 2.0}}), "ici");
}

TEST_F(Replacement, LeavesDeterminersAndConjunctions) {
  hypothesis_.tokens = tokenizers_.encode_target("chaque chat dort");
  EXPECT_EQ(replaced({{"chaque", 6.0}, {"chat", 3.0}}), "chat");
}

TEST_F(Replacement, IsNotOfWordsThatAnotherTermHas) {
  EXPECT_EQ(replaced({{"chat", 6.0}, {"dort", 1.0}}, {{9, 13}}), "dort");
}

TEST_F(Replacement, MayBeOfFewerWordsOrOfThoseBehindAPreposition) {
  const auto others = [&](const std::vector<std::pair<std::string, double>>& of_words) {
    const WordsOfTerm words(hypothesis_, tokenizers_, {&term_, 0, 1}, loss(of_words));
    std::string all;
    for (const auto& one : words.others(*words.best({}))) {
      all += words.text().substr(one.begin, one.end - one.begin) + ";";
    }
    return all;
  };
  EXPECT_EQ(others({{"vieux", 4.0}, {"chat", 6.0}}), "chat;");
  EXPECT_EQ(others({{"chat", 6.0}}), "");
  hypothesis_.tokens = tokenizers_.encode_target("le chat de chaque dort");
  const auto text = tokenizers_.decode_target(hypothesis_.tokens);
  hypothesis_.attention.assign(hypothesis_.tokens.size(), {0.0F, 1.0F, 0.0F});
  for (const char* word : {"chat", "dort"}) {
    for (size_t letter = 0; letter < 4; ++letter) {
      hypothesis_.attention[text.find(word) + 1 + letter] = {1.0F, 0.0F, 0.0F};
    }
  }
  EXPECT_EQ(others({{"chat", 6.0}}), "") << "chaque is no noun";
  hypothesis_.tokens = tokenizers_.encode_target("le chat de dort");
  hypothesis_.attention.assign(hypothesis_.tokens.size(), {1.0F, 0.0F, 0.0F});
  EXPECT_EQ(others({{"chat", 6.0}}), "chat de dort;");
}

TEST_F(Replacement, IsOfTheMarksOfTheTermToo) {
  const auto replaced_in = [&](const std::string& text, const std::string& source,
                               const std::string& word) {
    hypothesis_.tokens = tokenizers_.encode_target(text);
    term_.source = source;
    return replaced({{word, 6.0}});
  };
  EXPECT_EQ(replaced_in("le chat C++ dort.", "C++", "C"), "C++");
  EXPECT_EQ(replaced_in("le chat C+++.", "C++", "C"), "C+++") << "a mark too many is the model's";
  EXPECT_EQ(replaced_in("le AT&T dort", "AT&T", "AT"), "AT&T");
  EXPECT_EQ(replaced_in("dort .NET dort.", ".NET", "NET"), ".NET");
  EXPECT_EQ(replaced_in("le chat dort.", "cat", "chat"), "chat")
      << "the full stop is no mark of it";
}

TEST_F(Replacement, IsOfNothingIfNothingDependsOnTheTerm) { EXPECT_EQ(replaced({}), ""); }

TEST_F(Replacement, FindsATermsPiecesInAnyForm) {
  const text::Glossary glossary(std::vector<text::Glossary::Term>{{"old cat", "minou"}});
  const auto terms = terms_in_source("the OLD\u00A0cat sleeps", glossary, tokenizers_);
  ASSERT_EQ(terms.size(), 1);
  const auto pieces = tokenizers_.source_pieces("the OLD\u00A0cat sleeps");
  std::string text;
  for (size_t piece = terms[0].begin; piece < terms[0].end; ++piece) text += pieces[piece];
  EXPECT_TRUE(text == "OLD\u2581cat" || text == "\u2581OLD\u2581cat") << text;
}

TEST_F(Replacement, IsNotNeededForATermThatIsThere) {
  term_.target = "chat";
  const auto beside = [&](const std::vector<std::pair<std::string, double>>& of_words) {
    return WordsOfTerm(hypothesis_, tokenizers_, {&term_, 0, 1}, loss(of_words))
        .is_translated_beside_its_translation();
  };
  EXPECT_FALSE(beside({{"chat", 6.0}, {"dort", 3.0}}));
  EXPECT_TRUE(beside({{"chat", 0.5}, {"vieux", 6.0}}));
}

}  // namespace
}  // namespace regard::translate
