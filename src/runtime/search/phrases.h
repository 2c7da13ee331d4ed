#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "search/token_edges.h"

namespace regard::search {

/// Sequences of tokens that a translation must contain, each at least once, in any order.
class Phrases {
 public:
  using Tokens = std::vector<int64_t>;

  Phrases() = default;
  /// Without `edges`, nothing is forbidden.
  explicit Phrases(std::vector<Tokens> phrases, std::shared_ptr<const TokenEdges> edges = {});

  bool empty() const { return phrases_.empty(); }

  struct Progress {
    /// Tokens of the complete phrases, and of the one in progress.
    int64_t tokens = 0;
    bool complete = false;
    std::vector<int64_t> next = {};  ///< each token that continues a missing phrase
  };
  Progress of(std::span<const int64_t> tokens) const;

  /// Sets the log-probabilities of what must not come after `tokens` to -infinity: the rest of a
  /// word after a phrase, and, as long as a phrase is missing, the end of the sentence.
  void restrict_next(std::span<const int64_t> tokens, std::span<float> log_probs) const;

 private:
  bool is_just_complete(std::span<const int64_t> tokens) const;

  std::vector<Tokens> phrases_;
  std::shared_ptr<const TokenEdges> edges_;
};

}  // namespace regard::search
