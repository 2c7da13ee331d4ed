#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "regard/metrics/metric.h"
#include "regard/metrics/score.h"

/// Whether the scores of two systems on the same text differ significantly: p-values and intervals,
/// digit for digit as sacreBLEU computes them. Each system is compared with the first, the
/// baseline.
namespace regard::metrics {

struct PairedResult {
  double score;
  /// Probability of a difference from the baseline at least as large if both systems are equally
  /// good. None for the baseline.
  std::optional<double> p_value;
  std::optional<Interval> interval;  ///< of the bootstrap
  /// 95 % interval of the difference from the baseline: percentiles of the bootstrap's differences,
  /// which sacreBLEU does not report. None for the baseline.
  std::optional<Range> difference = {};
};

/// Paired bootstrap resampling (Koehn, 2004, aclanthology.org/W04-3250): the same segments, drawn
/// with replacement, for all systems. `systems` holds the statistics of each, all of equally many
/// segments; the results are in their order.
std::vector<PairedResult> paired_bootstrap(const Metric& metric,
                                           std::span<const StatisticsTable> systems,
                                           std::size_t resamples, std::uint64_t seed);

/// Paired approximate randomization (Riezler and Maxwell, 2005, aclanthology.org/W05-0908): the two
/// translations of each segment are swapped at random. (Where BLEU smooths with add-k, sacreBLEU
/// truncates its value to an integer in this test; this does not.)
std::vector<PairedResult> paired_randomization(const Metric& metric,
                                               std::span<const StatisticsTable> systems,
                                               std::size_t trials, std::uint64_t seed);

}  // namespace regard::metrics
