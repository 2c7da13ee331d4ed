#include "translate/confidence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/base/thrown_error.h"

namespace regard::translate {
namespace {

using Strings = std::vector<std::string>;
using Terms = std::vector<text::Glossary::Term>;

double word(const CandidateFeatures& features, size_t number, WordFeature feature) {
  return features.of_words.at(number).at(static_cast<size_t>(feature));
}

double sentence(const CandidateFeatures& features, SentenceFeature feature) {
  return features.of_sentence.at(static_cast<size_t>(feature));
}

/// A candidate of pieces with these log-probabilities.
Candidate candidate(std::string text, Strings pieces, std::vector<double> log_probs) {
  return {.text = std::move(text),
          .token_log_probs = std::move(log_probs),
          .pieces = std::move(pieces)};
}

ConfidenceWeights some_weights() {
  ConfidenceWeights weights;
  for (size_t i = 0; i < weights.word.size(); ++i) weights.word[i] = 0.1 * static_cast<double>(i);
  for (size_t i = 0; i < weights.sentence.size(); ++i) {
    weights.sentence[i] = -0.3 * static_cast<double>(i);
  }
  return weights;
}

TEST(Confidence, OfAWordKnowsItsPieces) {
  const auto one = candidate("Le chaton dort.", {"▁Le", "▁chat", "on", "▁dort", ".", "</s>"},
                             {-0.1, -1.0, -3.0, -0.2, -0.1, -0.5});
  const auto features = features_of("The kitten sleeps.", one, {});
  ASSERT_EQ(features.words, (Strings{"Le", "chaton", "dort."}));
  EXPECT_DOUBLE_EQ(word(features, 1, WordFeature::probability), std::exp(-4.0));
  EXPECT_DOUBLE_EQ(word(features, 1, WordFeature::mean_log_prob), -2.0);
  EXPECT_DOUBLE_EQ(word(features, 1, WordFeature::min_log_prob), -3.0);
  EXPECT_DOUBLE_EQ(word(features, 1, WordFeature::log_pieces), std::log(2.0));
  EXPECT_DOUBLE_EQ(word(features, 1, WordFeature::log_letters), std::log(6.0));
  EXPECT_DOUBLE_EQ(word(features, 1, WordFeature::before), -0.1);
  EXPECT_DOUBLE_EQ(word(features, 1, WordFeature::behind), -0.2);
  EXPECT_NEAR(word(features, 0, WordFeature::mean_of_sentence), -4.9 / 6.0, 1e-12);
  EXPECT_NEAR(sentence(features, SentenceFeature::mean_log_prob), -4.9 / 6.0, 1e-12);
  EXPECT_NEAR(features.probability, std::exp(-4.9 / 6.0), 1e-12);
  EXPECT_NEAR(sentence(features, SentenceFeature::doubtful_words), 1.0 / 3.0, 1e-12);
}

TEST(Confidence, IsThatOfNoPieceIfTheModelWroteNoWord) {
  const auto one = candidate("Voyez a@b.org ici (2).", {"▁Voyez", "▁ici", "▁.", "</s>"},
                             {-1.0, -2.0, -0.1, -0.1});
  const auto features = features_of("See a@b.org here (2).", one, {});
  EXPECT_DOUBLE_EQ(word(features, 0, WordFeature::min_log_prob), -1.0);
  EXPECT_DOUBLE_EQ(word(features, 1, WordFeature::min_log_prob), 0.0);
  EXPECT_DOUBLE_EQ(word(features, 1, WordFeature::is_copied), 1.0);
  EXPECT_DOUBLE_EQ(word(features, 2, WordFeature::min_log_prob), -2.0);
}

TEST(Confidence, OfAWordInPlaceOfAnotherIsThatOfTheOther) {
  const auto one = candidate("Il y a 2 chats", {"▁Il", "▁y", "▁a", "▁deux", "▁chats", "</s>"},
                             {-0.1, -0.2, -0.3, -0.7, -0.4, 0.0});
  EXPECT_DOUBLE_EQ(word(features_of("", one, {}), 3, WordFeature::min_log_prob), -0.7);
}

TEST(Confidence, FindsTheWordsOfATextInCapitalsAndWithMarkup) {
  const auto one = candidate("** LE ** _CHAT_", {"▁Le", "▁chat", "</s>"}, {-1.0, -2.0, 0.0});
  const auto features = features_of("** THE ** _CAT_", one, {});
  EXPECT_DOUBLE_EQ(word(features, 1, WordFeature::min_log_prob), -1.0);
  EXPECT_DOUBLE_EQ(word(features, 3, WordFeature::min_log_prob), -2.0);
}

TEST(Confidence, HasOneNumberForEachWordWhateverThePieces) {
  for (const auto* text : {"", " ", "un", "un deux trois quatre cinq", "\u202Fun\u00A0deux ?"}) {
    Translation translation;
    translation.n_best = {candidate(text, {"▁zéro", "▁un", "<unk>", "</s>"}, {-1, -2, -20, 0})};
    add_confidence("one two", nullptr, nullptr, translation);
    const auto& best = translation.n_best.front();
    EXPECT_EQ(best.word_confidences.size(), words_between_blanks(text).size()) << text;
    EXPECT_FALSE(translation.is_calibrated);
    ASSERT_TRUE(best.confidence);
    EXPECT_NEAR(*best.confidence, std::exp((-1.0 - 2.0 + kLeastLogProb) / 4), 1e-12);
  }
}

TEST(Confidence, ByWeightsIsTheirLogisticModel) {
  const auto weights = some_weights();
  Translation translation;
  translation.n_best = {candidate("un chat", {"▁un", "▁chat", "</s>"}, {-1, -2, -0.5})};
  const auto features = features_of("a cat", translation.n_best.front(), translation);
  double sum = 0.0;
  for (size_t i = 0; i < weights.word.size(); ++i) {
    sum += weights.word[i] * features.of_words[1][i];
  }
  add_confidence("a cat", &weights, nullptr, translation);
  EXPECT_TRUE(translation.is_calibrated);
  EXPECT_DOUBLE_EQ(translation.n_best.front().word_confidences.at(1), 1 / (1 + std::exp(-sum)));
}

/// The likelihoods of some words, and of the same words without those from a glossary.
class GivenWords : public testing::Test {
 protected:
  /// "x" stands for a glossary word of two pieces.
  static Candidate candidate_of(const Strings& words, std::mt19937_64& random) {
    std::uniform_real_distribution<double> log_probs(-4.0, 0.0);
    Candidate one;
    for (const auto& word : words) {
      const bool is_given = word == "x";
      one.text += (one.text.empty() ? "" : " ") + (is_given ? "Disque," : word);
      one.pieces.push_back("▁" + (is_given ? "dis" : word));
      if (is_given) one.pieces.emplace_back("que,");
    }
    one.pieces.emplace_back("</s>");
    for (size_t i = 0; i < one.pieces.size(); ++i) one.token_log_probs.push_back(log_probs(random));
    return one;
  }

  const text::Glossary glossary_{Terms{{"disk", "disque"}}};
};

TEST_F(GivenWords, AreNoneOfTheSentencesConfidence) {
  std::mt19937_64 random(7);
  for (const auto& words :
       {Strings{"le", "x", "est", "plein"}, Strings{"x"}, Strings{"x", "x", "un"}, Strings{}}) {
    auto one = candidate_of(words, random);
    double sum = 0.0, least = 0.0, count = 0.0, doubtful = 0.0;
    for (size_t i = 0; i < one.pieces.size(); ++i) {
      if (one.pieces[i] == "▁dis" || one.pieces[i] == "que,") continue;
      sum += one.token_log_probs[i];
      least = std::min(least, one.token_log_probs[i]);
      doubtful += one.token_log_probs[i] < kDoubtful && one.pieces[i] != "</s>" ? 1.0 : 0.0;
      count += 1.0;
    }
    const auto features = features_of("the disk", one, {}, &glossary_);
    EXPECT_NEAR(sentence(features, SentenceFeature::mean_log_prob), sum / count, 1e-12);
    EXPECT_NEAR(sentence(features, SentenceFeature::min_log_prob), least, 1e-12);
    EXPECT_NEAR(sentence(features, SentenceFeature::doubtful_words),
                doubtful / std::max(count - 1.0, 1.0), 1e-12);
    EXPECT_NEAR(features.probability, std::exp(sum / count), 1e-12);

    auto unlikely = one;
    for (size_t i = 0; i < one.pieces.size(); ++i) {
      if (one.pieces[i] == "▁dis") unlikely.token_log_probs[i] = -30.0;
    }
    const auto others = features_of("the disk", unlikely, {}, &glossary_);
    EXPECT_EQ(others.of_sentence, features.of_sentence);
    EXPECT_EQ(others.of_words, features.of_words);
  }
}

TEST_F(GivenWords, HaveNoConfidenceOfTheirOwn) {
  std::mt19937_64 random(8);
  Translation translation;
  translation.n_best = {candidate_of({"le", "x", "ici"}, random)};
  add_confidence("the disk", nullptr, &glossary_, translation);
  const auto& confidences = translation.n_best.front().word_confidences;
  ASSERT_EQ(confidences.size(), 3U);
  EXPECT_FALSE(std::isnan(confidences[0]) || std::isnan(confidences[2]));
  EXPECT_TRUE(std::isnan(confidences[1]));
  add_confidence("the cat", nullptr, &glossary_, translation);
  EXPECT_FALSE(std::isnan(confidences[1])) << "the source lacks the term";
}

TEST_F(GivenWords, AreThoseThatTheVocabularyCannotWrite) {
  const text::Glossary odd(Terms{{"brand", "✓ Ω ✓"}});
  const auto one = candidate("Voici ✓ Ω ✓ ici", {"▁Voici", "▁<unk>", "<unk>", "▁ici", "</s>"},
                             {-0.5, -9.0, -9.0, -0.5, -0.5});
  const auto features = features_of("Here is brand", one, {}, &odd);
  EXPECT_NEAR(sentence(features, SentenceFeature::mean_log_prob), -0.5, 1e-12);
  const auto last =
      candidate("Voici ✓ Ω ✓", {"▁Voici", "▁<unk>", "<unk>", "</s>"}, {-0.5, -9.0, -9.0, -0.5});
  EXPECT_NEAR(features_of("Here is brand", last, {}, &odd).probability, std::exp(-0.5), 1e-12);
}

TEST_F(GivenWords, AreNoUnknownOrCopiedWords) {
  const text::Glossary stays(Terms{{"Blorg", "="}});
  Translation translation;
  translation.unknown = {"Blorg"};
  const auto one = candidate("Le Blorg", {"▁Le", "▁Blorg", "</s>"}, {-0.5, -9.0, -0.5});
  const auto of = [&](const text::Glossary* glossary, SentenceFeature feature) {
    return sentence(features_of("The Blorg", one, translation, glossary), feature);
  };
  for (const auto feature : {SentenceFeature::unknown_words, SentenceFeature::copied_words}) {
    EXPECT_EQ(of(&stays, feature), 0.0);
    EXPECT_EQ(of(nullptr, feature), 0.5);
  }
}

TEST(ConfidenceWeights, ReadBackAsTheyWereWritten) {
  const auto weights = some_weights();
  EXPECT_EQ(read_confidence(to_yaml(weights), "confidence.yaml"), weights);
}

TEST(ConfidenceWeights, ThatAreMissingOrNoNumbersAreRefused) {
  const auto yaml = to_yaml(some_weights());
  const auto changed = [&](const std::string& from, const std::string& to) {
    auto text = yaml;
    text.replace(text.find(from), from.size(), to);
    const auto error = test::thrown_error([&] { read_confidence(text, "confidence.yaml"); });
    return std::string(error.what());
  };
  EXPECT_NE(changed("min_log_prob", "max_log_prob").find("min_log_prob"), std::string::npos);
  EXPECT_NE(changed("bias: 0.0", "bias: .nan").find("bias"), std::string::npos);
  EXPECT_NE(changed("sentence:", "others:").find("sentence"), std::string::npos);
  EXPECT_NE(changed("  bias: 0.0\n", "").find("11 weights of a word"), std::string::npos);
}

TEST(Comparable, IsAWordWithoutCaseAndMarks) {
  EXPECT_EQ(comparable("«L'Été,"), "lété");
  EXPECT_EQ(comparable("?!"), "?!");
}

}  // namespace
}  // namespace regard::translate
