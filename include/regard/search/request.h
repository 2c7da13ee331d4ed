#pragma once
#include <cstdint>
#include <vector>

namespace regard::search {

/// What is wanted of the translation of one sentence, beside the options for all of them.
struct Request {
  int64_t min_length = 0;  ///< eos included, like that of the options: the larger one counts
  std::vector<int64_t> prefix = {};  ///< tokens that every hypothesis begins with
  /// Sequences of tokens that a hypothesis must have before it may end (constrained search: Post
  /// and Vilar, 2018, arXiv:1804.06609). Places in the beam go in turn to hypotheses that have so
  /// and so many of their tokens, so that some are always on the way there.
  std::vector<std::vector<int64_t>> phrases = {};
};

}  // namespace regard::search
