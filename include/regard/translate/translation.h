#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace regard::translate {

struct Candidate {
  std::string text;
  double log_prob = 0.0;     ///< log P of the tokens, end of sentence included
  double score = 0.0;        ///< log_prob after the length penalty
  std::vector<int64_t> ids;  ///< tokens; the last is eos unless the largest length cut it off
};

/// What became of one line.
struct Translation {
  std::string text;               ///< of the best candidate
  std::vector<Candidate> n_best;  ///< best first; none for a blank line, which stays empty
};

}  // namespace regard::translate
