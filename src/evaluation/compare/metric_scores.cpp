#include "compare/metric_scores.h"

#include <algorithm>
#include <span>
#include <stdexcept>

namespace regard::compare {

MetricScores score_systems(const metrics::MetricRow& row,
                           const std::vector<std::vector<std::string>>& systems,
                           const std::vector<std::string>& references, std::size_t resamples,
                           std::uint64_t seed) {
  const auto metric = row.make();
  const std::vector<std::string> one_reference[] = {references};
  std::vector<metrics::StatisticsTable> statistics;
  for (const auto& system : systems) {
    statistics.push_back(metric->statistics(system, one_reference));
  }
  MetricScores scores{
      .key = std::string(row.name),
      .name = metric->name(),
      .meaning = std::string(row.meaning),
      .signature =
          metric->signature(1).add_resampling("bs", resamples, std::to_string(seed)).text(),
      .higher_is_better = row.higher_is_better};
  const auto all = std::span<const metrics::StatisticsTable>(statistics);
  for (std::size_t first = 0; first < all.size(); ++first) {
    // Each system is the baseline of the ones after it.
    const auto results = metrics::paired_bootstrap(*metric, all.subspan(first), resamples, seed);
    scores.scores.push_back(results.front().score);
    scores.intervals.push_back(*results.front().interval);
    for (std::size_t i = 1; i < results.size(); ++i) {
      const double difference = results[i].score - results.front().score;
      scores.pairs.push_back({.first = first,
                              .second = first + i,
                              .difference = difference,
                              .low = difference - results[i].two_sided->margin,
                              .high = difference + results[i].two_sided->margin,
                              .p_value = difference == 0 ? 1.0 : results[i].two_sided->p_value});
    }
  }
  return scores;
}

Lead lead_of(const MetricScores& metric, std::size_t system, std::size_t other) {
  const auto pair = std::ranges::find_if(metric.pairs, [&](const PairedDifference& p) {
    return p.first == std::min(system, other) && p.second == std::max(system, other);
  });
  if (pair == metric.pairs.end()) throw std::out_of_range("lead_of: no such pair");
  const bool turned = (pair->second == system) != metric.higher_is_better;
  if (turned) return {-pair->difference, -pair->high, -pair->low, pair->p_value};
  return {pair->difference, pair->low, pair->high, pair->p_value};
}

}  // namespace regard::compare
