#include "translate/confidence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/base/thrown_error.h"

namespace regard::translate {
namespace {

using Strings = std::vector<std::string>;

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

TEST(Confidence, IsThatOfNoPieceWhereTheModelWroteNoWord) {
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
    add_confidence("one two", nullptr, translation);
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
  add_confidence("a cat", &weights, translation);
  EXPECT_TRUE(translation.is_calibrated);
  EXPECT_DOUBLE_EQ(translation.n_best.front().word_confidences.at(1), 1 / (1 + std::exp(-sum)));
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
