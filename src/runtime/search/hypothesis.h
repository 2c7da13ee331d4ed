#pragma once
#include <cstdint>
#include <vector>

namespace regard::search {

/// One candidate of the search.
struct Hypothesis {
  std::vector<int64_t> tokens;  ///< without bos; the last is eos where it is finished
  double log_prob = 0.0;        ///< log P of the tokens: the sum of their log-probabilities
  double score = 0.0;           ///< log_prob after the length penalty, which orders the n-best
  bool finished = false;        ///< ends in eos; false if cut off at the maximum length
  /// Attention of each token over the source tokens (BeamSearchOptions::keep_attention).
  std::vector<std::vector<float>> attention = {};
  /// Log-probability of each token (BeamSearchOptions::keep_token_scores).
  std::vector<double> token_log_probs = {};
};

}  // namespace regard::search
