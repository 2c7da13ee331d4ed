#pragma once
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "search/token_edges.h"

namespace regard::search {

/// Requests for one sentence, beyond the options of all.
struct Request {
  int64_t min_length = 0;  ///< eos included, like the options' minimum; the larger one applies
  /// Tokens that every hypothesis starts with. With eos at their end, they are all of it.
  std::vector<int64_t> prefix = {};
  /// Sequences of tokens that a hypothesis must contain before it may end (constrained search: Post
  /// and Vilar, 2018, arXiv:1804.06609). Places in the beam alternate between hypotheses with
  /// different numbers of their tokens, so that some always progress.
  std::vector<std::vector<int64_t>> phrases = {};
  /// With them, the word of a phrase ends with it, and no sentence ends before it.
  std::shared_ptr<const TokenEdges> edges = {};
  /// Tokens that any word of this sentence may end with, whatever WholeWords says.
  std::vector<int64_t> may_end_words = {};
  /// With `sampling` in the options: the random generator for this sentence's tokens. Each search
  /// copies it. It is shared because its state takes 2.5 kB.
  std::shared_ptr<const std::mt19937_64> random = {};
};

}  // namespace regard::search
