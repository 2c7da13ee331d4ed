#include "compare/ranking.h"

#include <algorithm>
#include <numeric>

#include "compare/numbers.h"
#include "regard/base/str.h"

namespace regard::compare {
namespace {

bool is_significant(const Lead& lead) { return lead.value > 0 && lead.p_value < kSignificant; }

}  // namespace

std::vector<Rank> rank_systems(const MetricScores& metric) {
  std::vector<std::size_t> order(metric.scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return metric.higher_is_better ? metric.scores[a] > metric.scores[b]
                                   : metric.scores[a] < metric.scores[b];
  });
  std::vector<Rank> ranking;
  for (std::size_t i = 0; i < order.size(); ++i) {
    Rank rank{.system = order[i], .best_place = 1, .worst_place = order.size()};
    for (const std::size_t other : order) {
      if (other == order[i]) continue;
      if (is_significant(lead_of(metric, other, order[i]))) ++rank.best_place;
      if (is_significant(lead_of(metric, order[i], other))) --rank.worst_place;
    }
    if (i + 1 < order.size()) rank.over_next = lead_of(metric, order[i], order[i + 1]);
    ranking.push_back(rank);
  }
  return ranking;
}

std::string in_order(const std::vector<Rank>& ranking, const MetricScores& metric,
                     const std::vector<System>& systems) {
  std::string text;
  for (const auto& rank : ranking) {
    text += str(systems[rank.system].name, ' ', decimal(metric.scores[rank.system], 1));
    if (rank.over_next) text += is_significant(*rank.over_next) ? " > " : " ≈ ";
  }
  return text;
}

}  // namespace regard::compare
