#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "compare/metric_scores.h"
#include "compare/system.h"

namespace regard::compare {

/// A system's place among all.
struct Rank {
  std::size_t system = 0;  ///< its index
  /// The range of its place: behind all that are significantly better, before all that are
  /// significantly worse.
  std::size_t best_place = 1;
  std::size_t worst_place = 1;
  std::optional<Lead> over_next = {};  ///< none for the last

  static void describe(auto& v) {
    v.facts("system", &Rank::system, "best_place", &Rank::best_place, "worst_place",
            &Rank::worst_place);
  }
};

/// Best first, by score. Each pair of systems is tested separately.
std::vector<Rank> rank_systems(const MetricScores& metric);

/// "a 31.5 > b 30.0 ≈ c 29.8": > is a significant lead, ≈ one that may be chance.
std::string in_order(const std::vector<Rank>& ranking, const MetricScores& metric,
                     const std::vector<System>& systems);

}  // namespace regard::compare
