#include "compare/confidence_fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace regard::compare {
namespace {

using translate::CandidateFeatures;
using translate::ConfidenceWeights;

TEST(JudgedTranslation, HasTheWordsOfTheReferenceAsRight) {
  const auto judged_one = judged({}, "Le Chat noir dort.", "le chat dort, ici", 50.0);
  EXPECT_EQ(judged_one.right, (std::vector<bool>{true, true, false, true}));
  EXPECT_FALSE(judged({}, "rien", "tout autre chose", 50.0).good);
  EXPECT_TRUE(judged({}, "tout autre chose", "tout autre chose", 50.0).good);
}

/// One-word translations with random features that are right as often as `truth` predicts.
std::vector<JudgedTranslation> drawn(const ConfidenceWeights& truth, int count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform;
  std::vector<JudgedTranslation> translations;
  for (int i = 0; i < count; ++i) {
    CandidateFeatures features;
    auto& word = features.of_words.emplace_back();
    for (auto& feature : word) feature = uniform(random) - 0.5;
    for (auto& feature : features.of_sentence) feature = uniform(random) - 0.5;
    word[0] = features.of_sentence[0] = 1.0;
    features.probabilities = {uniform(random)};
    features.probability = uniform(random);
    const bool right = uniform(random) < translate::logistic(truth.word, word);
    const bool good = uniform(random) < translate::logistic(truth.sentence, features.of_sentence);
    translations.push_back({std::move(features), {right}, good});
  }
  return translations;
}

ConfidenceWeights true_weights() {
  ConfidenceWeights weights;
  for (size_t i = 0; i < weights.word.size(); ++i) weights.word[i] = i % 2 == 0 ? 1.5 : -1.0;
  for (size_t i = 0; i < weights.sentence.size(); ++i) weights.sentence[i] = i % 3 == 0 ? 2.0 : 0.0;
  return weights;
}

TEST(FitConfidence, FindsTheWeightsThatMadeTheLabels) {
  const auto truth = true_weights();
  const auto found = fit_confidence(drawn(truth, 40'000, 1), 50.0);
  constexpr double kDeviation = 0.2;  // four standard errors, 2 / sqrt(40,000 / 12) / 0.9
  for (size_t i = 0; i < truth.word.size(); ++i)
    EXPECT_NEAR(found.word[i], truth.word[i], kDeviation);
  for (size_t i = 0; i < truth.sentence.size(); ++i) {
    EXPECT_NEAR(found.sentence[i], truth.sentence[i], kDeviation);
  }
}

TEST(FitConfidence, CalibratesWhatItHasNotSeen) {
  const auto truth = true_weights();
  const auto weights = fit_confidence(drawn(truth, 20'000, 2), 50.0);
  const auto report = report_of(weights, drawn(truth, 20'000, 3));
  EXPECT_GT(report.words_before.expected_error, 0.1);  // drawn independently of the labels
  EXPECT_LT(report.words_after.expected_error,
            0.02);  // standard deviation of a bin: 0.5 / sqrt(2000)
  EXPECT_LT(report.sentences_after.expected_error, 0.02);
}

TEST(FitConfidence, GivesAConstantFeatureNoWeightAndSurvivesSeparableData) {
  ConfidenceWeights truth;
  truth.word[1] = 1000.0;  // dominates all other weights
  auto translations = drawn(truth, 500, 4);
  for (auto& one : translations) one.features.of_words[0][2] = 0.0;
  const auto found = fit_confidence(translations, 50.0);
  EXPECT_EQ(found.word[2], 0.0);
  for (const double weight : found.word) EXPECT_TRUE(std::isfinite(weight));
  EXPECT_GT(found.word[1], 5.0);
}

}  // namespace
}  // namespace regard::compare
