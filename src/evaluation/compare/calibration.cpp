#include "compare/calibration.h"

#include <algorithm>
#include <cmath>

#include "compare/word_difference.h"

namespace regard::compare {
namespace {

constexpr int kBins = 10;

}  // namespace

std::vector<bool> right_pieces(const std::vector<std::string>& hypothesis,
                               const std::vector<std::string>& reference) {
  std::vector<bool> right(hypothesis.size(), false);
  for (const auto& [at, _] : common_subsequence(hypothesis, reference)) right[at] = true;
  return right;
}

Calibration calibrate(const std::vector<JudgedToken>& tokens) {
  Calibration calibration;
  for (int bin = 0; bin < kBins; ++bin) {
    calibration.bins.push_back({.low = bin / 10.0, .high = (bin + 1) / 10.0});
  }
  for (const auto& token : tokens) {
    const auto number = static_cast<int>(token.probability * kBins);
    auto& bin = calibration.bins[static_cast<size_t>(std::clamp(number, 0, kBins - 1))];
    ++bin.tokens;
    bin.confidence += token.probability;
    bin.accuracy += token.right ? 1 : 0;
  }
  calibration.tokens = static_cast<int64_t>(tokens.size());
  for (auto& bin : calibration.bins) {
    if (bin.tokens == 0) continue;
    calibration.confidence += bin.confidence;
    calibration.accuracy += bin.accuracy;
    calibration.expected_error += std::abs(bin.accuracy - bin.confidence);
    bin.confidence /= static_cast<double>(bin.tokens);
    bin.accuracy /= static_cast<double>(bin.tokens);
  }
  if (tokens.empty()) return calibration;
  const auto all = static_cast<double>(tokens.size());
  calibration.confidence /= all;
  calibration.accuracy /= all;
  calibration.expected_error /= all;
  return calibration;
}

namespace {

/// Rounding differs between search and teacher forcing. Without a tolerance, a reference that the
/// search did find could count as a search error.
constexpr double kTolerance = 1e-3;

double mean(double sum, int64_t count) {
  return count == 0 ? 0.0 : sum / static_cast<double>(count);
}

}  // namespace

SearchErrors find_search_errors(const std::vector<ScoredPair>& pairs) {
  SearchErrors errors;
  int64_t hypothesis_tokens = 0, reference_tokens = 0;
  for (const auto& pair : pairs) {
    ++errors.sentences;
    errors.errors += pair.reference_score > pair.hypothesis_score + kTolerance ? 1 : 0;
    errors.likelier += pair.reference_log_prob > pair.hypothesis_log_prob + kTolerance ? 1 : 0;
    errors.hypothesis_log_prob += pair.hypothesis_log_prob;
    errors.reference_log_prob += pair.reference_log_prob;
    hypothesis_tokens += pair.hypothesis_tokens;
    reference_tokens += pair.reference_tokens;
  }
  errors.hypothesis_log_prob = mean(errors.hypothesis_log_prob, hypothesis_tokens);
  errors.reference_log_prob = mean(errors.reference_log_prob, reference_tokens);
  return errors;
}

}  // namespace regard::compare
