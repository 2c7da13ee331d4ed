#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "regard/compare/ranking.h"

namespace regard::compare {

struct Comparison;

/// The answer in words: about the two systems that are best by BLEU, and how all others stand to
/// them.
struct Verdict {
  std::size_t better = 0;    ///< index of the system with the higher BLEU
  std::size_t other = 0;     ///< of the next one
  bool significant = false;  ///< p < kSignificant in the paired bootstrap by BLEU
  std::string which = {};    ///< first sentence: which is better, by how much, how sure
  /// Of three systems or more, a sentence between these: all of them in order, and which of them
  /// may be as good as the best.
  std::string order = {};
  std::string where = {};          ///< second: what the other metrics say, and where it is better
  std::vector<Rank> ranking = {};  ///< by BLEU

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = Verdict;
    v.facts("better", &O::better, "other", &O::other, "significant", &O::significant, "which",
            &O::which, "order", &O::order, "where", &O::where, "ranking", &O::ranking);
  }
};

/// From all the other facts.
Verdict verdict_of(const Comparison& comparison);

}  // namespace regard::compare
