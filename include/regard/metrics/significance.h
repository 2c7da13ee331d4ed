#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "regard/metrics/metric.h"
#include "regard/metrics/score.h"

/// Whether the scores of two systems for the same text differ by more than chance would explain:
/// p-values and intervals digit for digit as sacreBLEU gives them. Each system is compared with the
/// first, the baseline.
namespace regard::metrics {

struct PairedResult {
  double score;
  /// How likely a difference to the baseline at least as large is if both systems are equally good.
  /// None for the baseline.
  std::optional<double> p_value;
  std::optional<Interval> interval;  ///< of the bootstrap
  /// Where the system's score less the baseline's lies with a probability of 95 %: the percentiles
  /// of the bootstrap's differences, which sacreBLEU does not give. None for the baseline.
  std::optional<Range> difference = {};
};

/// Paired bootstrap resampling (Koehn, 2004, aclanthology.org/W04-3250): the same segments, drawn
/// with replacement, for all systems. `systems` holds the statistics of each, all of as many
/// segments; the results are in their order.
std::vector<PairedResult> paired_bootstrap(const Metric& metric,
                                           std::span<const StatisticsTable> systems,
                                           std::size_t resamples, std::uint64_t seed);

/// Paired approximate randomization (Riezler and Maxwell, 2005, aclanthology.org/W05-0908): each
/// segment's two translations change sides or not. (Where BLEU smooths with add-k, sacreBLEU cuts
/// the fraction off its value in this test; this does not.)
std::vector<PairedResult> paired_randomization(const Metric& metric,
                                               std::span<const StatisticsTable> systems,
                                               std::size_t trials, std::uint64_t seed);

}  // namespace regard::metrics
