#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "compare/fairness.h"
#include "compare/metric_scores.h"
#include "compare/system.h"

namespace regard::compare {

/// A system's rank among all systems.
struct Rank {
  std::size_t system = 0;  ///< index
  /// The possible ranks: below all significantly better systems and above all significantly worse
  /// ones.
  std::size_t best_place = 1;
  std::size_t worst_place = 1;
  std::optional<Lead> over_next = {};  ///< lead over the next system; empty for the last

  static void describe(auto& v) {
    v.facts("system", &Rank::system, "best_place", &Rank::best_place, "worst_place",
            &Rank::worst_place);
  }
};

/// Ranks systems by score, best first. Each pair of systems is tested separately.
std::vector<Rank> rank_systems(const MetricScores& metric);

/// "a 31.5 > b 30.0 ≈ c 29.8": > marks a significant lead, ≈ one that may be due to chance.
std::string in_order(const std::vector<Rank>& ranking, const MetricScores& metric,
                     const std::vector<System>& systems);

struct Comparison;

/// The verdict in words: on the two best systems by BLEU, and on the ranks of all others.
struct Verdict {
  std::size_t better = 0;    ///< index of the system with the higher BLEU
  std::size_t other = 0;     ///< index of the second-best system; with seeds, of another config
  bool significant = false;  ///< p < kSignificant in the paired bootstrap with BLEU
  std::string which =
      {};  ///< first sentence: which is better, by how much, and how certain that is
  /// With at least three systems, the next sentence: the order of all, and which may be as good as
  /// the best.
  std::string order = {};
  std::string where = {};          ///< last sentence: the other metrics, and where `better` leads
  std::vector<Rank> ranking = {};  ///< by BLEU
  Advice advice = {};

  static void describe(auto& v) {
    v.facts("better", &Verdict::better, "other", &Verdict::other, "significant",
            &Verdict::significant, "which", &Verdict::which, "order", &Verdict::order, "where",
            &Verdict::where, "ranking", &Verdict::ranking, "advice", &Verdict::advice);
  }
};

/// Derives the verdict from all other facts.
Verdict verdict_of(const Comparison& comparison);

}  // namespace regard::compare
