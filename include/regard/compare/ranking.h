#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "regard/compare/metric_scores.h"
#include "regard/compare/system.h"

namespace regard::compare {

/// A system among all of them.
struct Rank {
  std::size_t system = 0;  ///< its index
  /// The places that it may have: behind all that are significantly better, before all that are
  /// significantly worse. Both the same where it differs from all others.
  std::size_t best_place = 1;
  std::size_t worst_place = 1;
  std::optional<Lead> over_next = {};  ///< none of the last

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = Rank;
    v.facts("system", &O::system, "best_place", &O::best_place, "worst_place", &O::worst_place);
  }
};

/// Best first, by the scores. Each two systems are tested by themselves.
std::vector<Rank> rank_systems(const MetricScores& metric);

/// "a 31.5 > b 30.0 ≈ c 29.8": > is a significant lead, ≈ one that may be chance.
std::string in_order(const std::vector<Rank>& ranking, const MetricScores& metric,
                     const std::vector<System>& systems);

}  // namespace regard::compare
