#include "translate/terms_met.h"

#include <gtest/gtest.h>

#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {
namespace {

using Term = text::Glossary::Term;

class TermsMet : public testing::Test {
 protected:
  std::string finished(std::string text, const std::string& source, size_t unmet) const {
    Translation translation;
    translation.text = text;
    translation.n_best.push_back({.text = text});
    EXPECT_EQ(finish_terms(translation, source, {&cat_, &house_, &phone_}, tokenizers_).size(),
              unmet);
    return translation.text;
  }

  static text::TokenizerPair tokenizers() {
    config::TokenizerOptions options;
    options.type = config::TokenizerType::character;
    const auto trained = text::train_tokenizer({"le minou", "the cat"}, options);
    return {trained, trained, text::Preprocess::none};
  }

  text::TokenizerPair tokenizers_ = tokenizers();
  Term cat_{"cat", "minou"}, house_{"house", "minou"}, phone_{"iPhone", "iPhone"};
};

TEST_F(TermsMet, AreCountedIfTheyHaveOneTranslation) {
  finished("un minou, iPhone", "cat house iPhone", 1);
  finished("un minou, minou, iPhone", "cat house iPhone", 0);
}

TEST_F(TermsMet, AreNeededOnceForEachOccurrence) {
  Translation translation;
  translation.n_best.push_back({.text = "Le minou voit le chat."});
  EXPECT_EQ(finish_terms(translation, "The cat sees the cat.", {&cat_, &cat_}, tokenizers_).size(),
            1U);
  EXPECT_TRUE(has_all_of({{&cat_, 0, 1}, {&cat_, 2, 3}}, cat_, "Le minou voit le minou."));
  EXPECT_FALSE(has_all_of({{&cat_, 0, 1}, {&cat_, 2, 3}}, cat_, "Le minou voit le chat."));
}

TEST_F(TermsMet, AreInCapitalsWhereTheSentenceIs) {
  EXPECT_EQ(finished("LE MINOU, LE MINOU, IPHONE.", "THE CAT, HOUSE AND IPHONE.", 0),
            "LE MINOU, LE MINOU, iPhone.");
  EXPECT_EQ(finished("LE minou, minou, iPhone.", "THE CAT, HOUSE AND IPHONE.", 0),
            "LE MINOU, MINOU, iPhone.");
}

TEST_F(TermsMet, KeepCapitalsOfTheirOwnInASentenceInCapitals) {
  const Term manual{"manual", "LaTeX"}, phone{"iPhone", "portable"};
  Translation translation;
  translation.n_best = {{.text = "LISEZ LE LATEX DU portable."}};
  finish_terms(translation, "READ THE MANUAL OF THE IPHONE.", {&manual, &phone}, tokenizers_);
  EXPECT_EQ(translation.text, "LISEZ LE LaTeX DU PORTABLE.");
}

TEST_F(TermsMet, KeepTheirMarksOnceAndApart) {
  const auto finished_with = [&](const text::Glossary::Term& term, const std::string& text,
                                 const std::string& source) {
    Translation translation;
    translation.n_best.push_back({.text = text});
    finish_terms(translation, source, {&term}, tokenizers_);
    return translation.text;
  };
  const text::Glossary::Term yahoo{"Yahoo!", "Yahoo!"}, cpp{"C++", "C++"}, net{".NET", ".NET"};
  EXPECT_EQ(finished_with(yahoo, "J'aime Yahoo! ! et", "I like Yahoo! and"), "J'aime Yahoo! et");
  EXPECT_EQ(finished_with(yahoo, "Yahoo!\u202F!", "Yahoo!!"), "Yahoo!\u202F!") << "of the source";
  EXPECT_EQ(finished_with(yahoo, "Yahoo ! Yahoo!", "Yahoo!"), "Yahoo ! Yahoo!");
  EXPECT_EQ(finished_with(cpp, "la langue C+++ est", "the C++ language"), "la langue C++ est");
  EXPECT_EQ(finished_with(net, "J'utilise.NET ici", "I use .NET here"), "J'utilise .NET ici");
  EXPECT_EQ(finished_with(net, "ASP.NET", "ASP.NET"), "ASP.NET");
}

TEST_F(TermsMet, LeaveOutTheWordOfARepeatedMark) {
  const text::Glossary::Term yahoo{"Yahoo!", "Yahoo!"};
  Translation translation;
  translation.n_best.push_back({.text = "Yahoo! ! dort",
                                .words = {"Yahoo", "!", "!", "dort"},
                                .attention = {{1.0F}, {2.0F}, {3.0F}, {4.0F}}});
  finish_terms(translation, "Yahoo! sleeps", {&yahoo}, tokenizers_);
  EXPECT_EQ(translation.n_best[0].words, (std::vector<std::string>{"Yahoo", "!", "dort"}));
  EXPECT_EQ(translation.n_best[0].attention.size(), 3U);
}

TEST_F(TermsMet, BeginASentenceWithACapitalWhereTheSourceDoes) {
  EXPECT_EQ(finished("minou et minou, iPhone", "Cat and house, iPhone", 0),
            "Minou et minou, iPhone");
  EXPECT_EQ(finished("« minou, minou, iPhone »", "'Cat, house, iPhone'", 0),
            "« Minou, minou, iPhone »");
  EXPECT_EQ(finished("minou, minou, iPhone", "cat, house, iPhone", 0), "minou, minou, iPhone");
  EXPECT_EQ(finished("Minou, minou, iPhone", "Cat, house, iPhone", 0), "Minou, minou, iPhone");
  EXPECT_EQ(finished("iPhone, Minou, minou", "Cat, house, iPhone", 1), "iPhone, Minou, minou")
      << "no sentence begins with it";
}

TEST_F(TermsMet, HaveOtherArticlesWhereTheyNeedThem) {
  const Term rain{"rain", "averse"}, law{"law", "législation"};
  EXPECT_EQ(with_fitting_articles("Sous la averse, le législation.", {&rain, &law}, "en"),
            "Sous l'averse, la législation.");
}

TEST_F(TermsMet, TouchTheBracketBeforeThem) {
  EXPECT_EQ(with_fitting_articles("( minou) [ minou]", {&cat_}, "en"), "(minou) [minou]");
  EXPECT_EQ(with_fitting_articles("(le minou) , minou", {&cat_}, "en"), "(le minou) , minou");
}

TEST_F(TermsMet, HaveTheDeterminerOfTheFreeTranslation) {
  const Term child{"child", "gamin"};
  const TermDraft draft{.text = "Les gamin dorment."};
  EXPECT_TRUE(lacks_determiner("Gamin dorment.", draft, {&child}));
  EXPECT_FALSE(lacks_determiner("Ces gamin dorment.", draft, {&child}));
}

TEST_F(TermsMet, ReplaceWordsWithTheArticlesThatTheyNeed) {
  const Term key{"key", "touche"};
  const auto drafts_of = [&](const std::string& text, const std::string& words) {
    const size_t at = text.find(words);
    std::vector<std::string> texts;
    for (const auto& draft : term_drafts(text, {{{at, at + words.size()}, &key}}, 0, "en")) {
      texts.push_back(draft.text);
    }
    return texts;
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(drafts_of("Il voit le clavier.", "clavier"), (Texts{"Il voit la touche."}));
  EXPECT_EQ(drafts_of("Clavier et souris", "Clavier"), (Texts{"Touche et souris"}));
}

TEST_F(TermsMet, ChangeTheGenderOfTheWordsThatTheyReplace) {
  const Term bike{"bike", "bécane"}, friends{"friend", "camarade"};
  const auto changes = [](const std::string& text, const std::string& words, const Term& term) {
    const size_t at = text.find(words);
    return changes_gender(text, {{at, at + words.size()}, &term}, "en");
  };
  EXPECT_TRUE(changes("Mon vélo est là.", "vélo", bike));
  EXPECT_TRUE(changes("Les vélos sont là.", "vélos", bike));
  EXPECT_FALSE(changes("Ma moto est là.", "moto", bike));
  EXPECT_FALSE(changes("L'Xyz est là.", "Xyz", bike)) << "unknown";
  EXPECT_FALSE(changes("Mon vélo est là.", "vélo", friends)) << "of both genders";
}

}  // namespace
}  // namespace regard::translate
