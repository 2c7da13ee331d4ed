#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace regard::search {

/// What search adds to what the model says of the next token. A rule looks at nothing but the
/// hypothesis itself, so a translation stays independent of its neighbours.
struct TokenRules {
  /// Tokens that are never generated.
  std::vector<int64_t> suppressed = {};
  /// The log-probability of a token that the hypothesis has already is multiplied by this (Keskar
  /// et al., 2019, arXiv:1909.05858). 1: as it is.
  double repetition_penalty = 1.0;
  /// No sequence of so many tokens comes twice (Paulus et al., 2018, arXiv:1705.04304). 0: any may.
  int64_t no_repeat_ngram = 0;

  bool empty() const {
    return suppressed.empty() && repetition_penalty == 1.0 && no_repeat_ngram == 0;
  }

  /// `log_probs` of the token after `tokens`; what may not come becomes -infinity.
  void apply(std::span<const int64_t> tokens, std::span<float> log_probs) const;
};

}  // namespace regard::search
