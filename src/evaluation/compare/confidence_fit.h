#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compare/calibration.h"
#include "translate/confidence.h"

namespace regard::compare {

/// The features of a translation and whether it was good, according to its reference.
struct JudgedTranslation {
  translate::CandidateFeatures features = {};
  std::vector<bool> right = {};  ///< by word
  bool good = false;
};

/// Judges a translation against its reference. A word is right if it is in the longest common
/// subsequence of the words of both, ignoring case and punctuation. This resembles the OK and BAD
/// labels of word-level quality estimation, which come from TER's alignment without shifts (Specia
/// et al., 2018, doi:10.1007/978-3-031-02168-8). A translation is good if its chrF2 is at least
/// `good_chrf`.
JudgedTranslation judged(translate::CandidateFeatures features, const std::string& text,
                         const std::string& reference, double good_chrf);

/// The maximum-likelihood weights with a small penalty on all weights except the bias, found by
/// Newton's method.
translate::ConfidenceWeights fit_confidence(std::span<const JudgedTranslation> translations,
                                            double good_chrf);

/// Calibration of word and sentence confidences before the fit (the model's own probabilities) and
/// after it (with the weights).
struct ConfidenceReport {
  Calibration words_before = {}, words_after = {};
  Calibration sentences_before = {}, sentences_after = {};
};

ConfidenceReport report_of(const translate::ConfidenceWeights& weights,
                           std::span<const JudgedTranslation> translations);

}  // namespace regard::compare
