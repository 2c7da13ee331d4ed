#pragma once
#include <cstdint>
#include <vector>

namespace regard::compare {

/// Whether search or the model is at fault (Stahlberg and Byrne, 2019, arXiv:1908.10090): where the
/// model scores the reference higher than what search found, search has erred; where lower, the
/// model prefers its own translation.
struct SearchErrors {
  int64_t sentences = 0;
  int64_t errors = 0;    ///< the reference's score (after the length penalty) is higher
  int64_t likelier = 0;  ///< the reference's log-probability is higher, whatever the length
  double hypothesis_log_prob = 0;  ///< mean of a token of the hypotheses
  double reference_log_prob = 0;   ///< mean of a token of the references
};

/// What the model says of one sentence.
struct ScoredPair {
  double hypothesis_log_prob = 0;
  double hypothesis_score = 0;  ///< after the length penalty
  int64_t hypothesis_tokens = 0;
  double reference_log_prob = 0;
  double reference_score = 0;
  int64_t reference_tokens = 0;
};

SearchErrors find_search_errors(const std::vector<ScoredPair>& pairs);

}  // namespace regard::compare
