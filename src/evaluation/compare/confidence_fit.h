#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compare/calibration.h"
#include "translate/confidence.h"

namespace regard::compare {

/// A translation with its reference: what the search knows of it, and what turned out.
struct JudgedTranslation {
  translate::CandidateFeatures features = {};
  std::vector<bool> right = {};  ///< of each word
  bool good = false;
};

/// A word is right if it is in the longest common subsequence of the words of translation and
/// reference, whatever their case and marks, as the OK and BAD of word-level quality estimation
/// come from TER's alignment without shifts (Specia et al., 2018, doi:10.1007/978-3-031-02168-8). A
/// translation is good if its chrF2 is at least `good_chrf`.
JudgedTranslation judged(translate::CandidateFeatures features, const std::string& text,
                         const std::string& reference, double good_chrf);

/// The weights of largest likelihood, less a small penalty on each weight but the bias, by Newton's
/// method.
translate::ConfidenceWeights fit_confidence(std::span<const JudgedTranslation> translations,
                                            double good_chrf);

/// How well confidences meet what turned out: of words and of sentences, by the model's own
/// probabilities and by the weights.
struct ConfidenceReport {
  Calibration words_before = {}, words_after = {};
  Calibration sentences_before = {}, sentences_after = {};
};

ConfidenceReport report_of(const translate::ConfidenceWeights& weights,
                           std::span<const JudgedTranslation> translations);

}  // namespace regard::compare
