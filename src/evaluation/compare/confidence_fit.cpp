#include "compare/confidence_fit.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "compare/word_difference.h"
#include "metrics/chrf.h"

namespace regard::compare {
namespace {

template <size_t size>
using Vector = std::array<double, size>;
template <size_t size>
using Matrix = std::array<Vector<size>, size>;

template <size_t size>
struct Observation {
  Vector<size> features;
  bool label;
};

/// Solves a linear system with a symmetric positive definite matrix by Cholesky decomposition.
template <size_t size>
Vector<size> solved(Matrix<size> matrix, Vector<size> right) {
  for (size_t i = 0; i < size; ++i) {
    for (size_t j = 0; j <= i; ++j) {
      double sum = matrix[i][j];
      for (size_t k = 0; k < j; ++k) sum -= matrix[i][k] * matrix[j][k];
      matrix[i][j] = i == j ? std::sqrt(sum) : sum / matrix[j][j];
    }
  }
  for (size_t i = 0; i < size; ++i) {
    for (size_t k = 0; k < i; ++k) right[i] -= matrix[i][k] * right[k];
    right[i] /= matrix[i][i];
  }
  for (size_t i = size; i-- > 0;) {
    for (size_t k = i + 1; k < size; ++k) right[i] -= matrix[k][i] * right[k];
    right[i] /= matrix[i][i];
  }
  return right;
}

/// Logistic regression. The penalty keeps the weight of a constant feature at 0.
template <size_t size>
Vector<size> fitted(const std::vector<Observation<size>>& observations) {
  constexpr int kMostSteps = 50;
  constexpr double kPenalty = 1.0, kSmall = 1e-3, kEnough = 1e-9;
  Vector<size> weights = {};
  for (int step = 0; step < kMostSteps; ++step) {
    Vector<size> gradient = {};
    Matrix<size> curvature = {};
    for (size_t i = 0; i < size; ++i) {
      const double penalty = i == 0 ? kSmall : kPenalty;
      gradient[i] = -penalty * weights[i];
      curvature[i][i] = penalty;
    }
    for (const auto& [features, label] : observations) {
      const double probability = translate::logistic(weights, features);
      const double error = (label ? 1.0 : 0.0) - probability;
      const double variance = probability * (1.0 - probability);
      for (size_t i = 0; i < size; ++i) {
        gradient[i] += error * features[i];
        for (size_t j = 0; j <= i; ++j) curvature[i][j] += variance * features[i] * features[j];
      }
    }
    const auto change = solved(curvature, gradient);
    double largest = 0.0;
    for (size_t i = 0; i < size; ++i) {
      weights[i] += change[i];
      largest = std::max(largest, std::abs(change[i]));
    }
    if (largest < kEnough) break;
  }
  return weights;
}

std::vector<std::string> comparable_words(std::string_view text) {
  std::vector<std::string> words;
  for (const auto word : translate::words_between_blanks(text)) {
    words.push_back(translate::comparable(word));
  }
  return words;
}

}  // namespace

JudgedTranslation judged(translate::CandidateFeatures features, const std::string& text,
                         const std::string& reference, double good_chrf) {
  JudgedTranslation result;
  result.right = right_pieces(comparable_words(text), comparable_words(reference));
  result.good = metrics::sentence_chrf(text, std::span(&reference, 1)) >= good_chrf;
  result.features = std::move(features);
  return result;
}

translate::ConfidenceWeights fit_confidence(std::span<const JudgedTranslation> translations,
                                            double good_chrf) {
  std::vector<Observation<translate::WordFeatures{}.size()>> words;
  std::vector<Observation<translate::SentenceFeatures{}.size()>> sentences;
  for (const auto& [features, right, good] : translations) {
    sentences.push_back({features.of_sentence, good});
    for (size_t i = 0; i < right.size(); ++i) words.push_back({features.of_words[i], right[i]});
  }
  return {.word = fitted(words), .sentence = fitted(sentences), .good_chrf = good_chrf};
}

ConfidenceReport report_of(const translate::ConfidenceWeights& weights,
                           std::span<const JudgedTranslation> translations) {
  std::vector<JudgedToken> words_before, words_after, sentences_before, sentences_after;
  for (const auto& [features, right, good] : translations) {
    sentences_before.push_back({features.probability, good});
    sentences_after.push_back({translate::logistic(weights.sentence, features.of_sentence), good});
    for (size_t i = 0; i < right.size(); ++i) {
      words_before.push_back({features.probabilities[i], right[i]});
      words_after.push_back({translate::logistic(weights.word, features.of_words[i]), right[i]});
    }
  }
  return {.words_before = calibrate(words_before),
          .words_after = calibrate(words_after),
          .sentences_before = calibrate(sentences_before),
          .sentences_after = calibrate(sentences_after)};
}

}  // namespace regard::compare
