#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "compare/advice.h"
#include "compare/ranking.h"

namespace regard::compare {

struct Comparison;

/// The answer in words: about the two systems that are best by BLEU, and how the others rank.
struct Verdict {
  std::size_t better = 0;    ///< index of the system with the higher BLEU
  std::size_t other = 0;     ///< of the next one
  bool significant = false;  ///< p < kSignificant in the paired bootstrap by BLEU
  std::string which = {};    ///< first sentence: which is better, by how much, how sure
  /// With three systems or more, the next sentence: all in order, and which may be as good as the
  /// best.
  std::string order = {};
  std::string where = {};          ///< last: what the other metrics say, and where it is better
  std::vector<Rank> ranking = {};  ///< by BLEU
  Advice advice = {};

  static void describe(auto& v) {
    v.facts("better", &Verdict::better, "other", &Verdict::other, "significant",
            &Verdict::significant, "which", &Verdict::which, "order", &Verdict::order, "where",
            &Verdict::where, "ranking", &Verdict::ranking, "advice", &Verdict::advice);
  }
};

/// From all the other facts.
Verdict verdict_of(const Comparison& comparison);

}  // namespace regard::compare
