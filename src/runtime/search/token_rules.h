#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace regard::search {

/// Search's rules on the next token, besides the model. A rule looks only at the hypothesis itself,
/// so a translation stays independent of its neighbours.
struct TokenRules {
  /// Tokens that are never generated.
  std::vector<int64_t> suppressed = {};
  /// Multiplies the log-probability of tokens already in the hypothesis (Keskar et al., 2019,
  /// arXiv:1909.05858). 1: no penalty.
  double repetition_penalty = 1.0;
  /// No sequence of N tokens occurs twice (Paulus et al., 2018, arXiv:1705.04304). 0: no
  /// restriction.
  int64_t no_repeat_ngram = 0;

  bool empty() const {
    return suppressed.empty() && repetition_penalty == 1.0 && no_repeat_ngram == 0;
  }

  /// `log_probs` of the token after `tokens`; forbidden ones become -infinity.
  void apply(std::span<const int64_t> tokens, std::span<float> log_probs) const;
};

}  // namespace regard::search
