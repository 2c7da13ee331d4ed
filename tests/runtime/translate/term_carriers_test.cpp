#include "translate/term_carriers.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {
namespace {

using Terms = std::vector<text::Glossary::Term>;

/// A model that knows a few translations, and translates everything else as "?".
class Carriers : public testing::Test {
 protected:
  /// The draft that carriers find for a source and its free translation; "" if there is none.
  std::string draft(const std::string& line, const Terms& terms, const std::string& free,
                    const std::map<std::string, std::string>& known) const {
    const std::vector<std::string> lines = {line};
    const Sources sources(tokenizers_, lines);
    const Plan plan({}, sources, tokenizers_);
    const Selector selector(sources, plan);
    const Search search = [&](const Sources& some, const Plan& /*how*/) {
      std::vector<Hypotheses> found;
      for (const auto& tokens : some.tokens) {
        const auto translation = known.find(tokenizers_.decode_target(tokens));
        search::Hypothesis one;
        one.tokens =
            tokenizers_.encode_target(translation == known.end() ? "?" : translation->second);
        found.push_back({std::move(one)});
      }
      return found;
    };
    const text::Glossary glossary(terms);
    const auto drafts =
        TermCarriers(search, tokenizers_, sources, selector)
            .drafts(std::vector<size_t>{0}, {free}, {terms_in_source(line, glossary, tokenizers_)});
    return drafts.front() ? drafts.front()->draft.text : "";
  }

  static text::TokenizerPair tokenizers() {
    config::TokenizerOptions options;
    options.type = config::TokenizerType::character;
    const auto trained = text::train_tokenizer(
        {"abcdefghijklmnopqrstuvwxyz éèçà ABCDEFGHIJKLMNOPQRSTUVWXYZ '.,?!"}, options);
    return {trained, trained, text::Preprocess::none};
  }

  text::TokenizerPair tokenizers_ = tokenizers();
  const Terms bike_ = {{"bike", "bécane"}};
};

TEST_F(Carriers, TellWhatAgreesWithATerm) {
  EXPECT_EQ(draft("My bike was stolen.", bike_, "Mon vélo a été volé.",
                  {{"My car was stolen.", "Ma voiture a été volée."}}),
            "Ma bécane a été volée.");
  EXPECT_EQ(draft("Bikes are old.", {{"bikes", "bécanes"}}, "Les vélos sont vieux.",
                  {{"Cars are old.", "Les voitures sont vieilles."}}),
            "Les bécanes sont vieilles.");
  EXPECT_EQ(draft("the bike", {{"bike", "automobile"}}, "le vélo", {{"the car", "la voiture"}}),
            "l'automobile");
}

TEST_F(Carriers, AreTakenByMostNouns) {
  std::map<std::string, std::string> known = {{"a bike is old.", ""},
                                              {"a car is old.", "une voiture est vieux."},
                                              {"a girl is old.", "une fille est vieille."}};
  EXPECT_EQ(draft("a bike is old.", bike_, "un vélo est vieux.", known), "une bécane est vieux.");
  known["a house is old."] = "une maison est vieille.";
  EXPECT_EQ(draft("a bike is old.", bike_, "un vélo est vieux.", known), "une bécane est vieille.");
}

TEST_F(Carriers, DoNotCountIfTheRestDiffers) {
  EXPECT_EQ(draft("My bike fell.", bike_, "Mon vélo est tombé.",
                  {{"My car fell.", "Ma voiture tomba."},
                   {"My girl fell.", "Elle est tombée."},
                   {"My house fell.", "Ma maison, la maison est tombée."}}),
            "");
}

TEST_F(Carriers, MayBeOfSeveralTerms) {
  const Terms terms = {{"bike", "bécane"}, {"shop", "boutique"}};
  EXPECT_EQ(draft("The bike in the shop", terms, "Le vélo dans le magasin",
                  {{"The car in the girl", "La voiture dans la fille"}}),
            "La bécane dans la boutique");
  EXPECT_EQ(draft("a bike, a bike", bike_, "un vélo, un vélo",
                  {{"a car, a girl", "une voiture, une fille"}}),
            "une bécane, une bécane");
}

TEST_F(Carriers, LeaveTheRestIfTheGenderIsUnknown) {
  EXPECT_EQ(draft("my bike is big", {{"bike", "camarade"}}, "ma moto est grande",
                  {{"my book is big", "mon livre est grand"},
                   {"my girl is big", "ma fille est grande"},
                   {"my bag is big", "mon sac est grand"}}),
            "ma camarade est grande");
}

TEST(LentLogProbs, AreThoseOfTheSharedTokens) {
  const search::Hypothesis from{.tokens = {5, 6, 7, 8, 2},
                                .token_log_probs = {-0.5, -0.6, -0.7, -0.8, -0.2}};
  const search::Hypothesis original{.tokens = {5, 9, 4, 3, 8, 2},
                                    .token_log_probs = {-1, -2, -3, -4, -5, -6}};
  auto shared = original, in_place = original;
  lend_log_probs(from, Lent::shared, shared);
  EXPECT_EQ(shared.token_log_probs, (std::vector{-0.5, -2.0, -3.0, -4.0, -0.8, -0.2}));
  lend_log_probs(from, Lent::in_place, in_place);
  EXPECT_EQ(in_place.token_log_probs, (std::vector{-0.5, -0.6, -0.7, -4.0, -0.8, -0.2}));
  search::Hypothesis without{.tokens = {5}};
  lend_log_probs(from, Lent::shared, without);
  EXPECT_TRUE(without.token_log_probs.empty());
}

}  // namespace
}  // namespace regard::translate
