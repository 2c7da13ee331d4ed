#include "compare/search_errors.h"

namespace regard::compare {
namespace {

/// Rounding differs between search and teacher forcing: a reference that search found is no error.
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
