#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "metrics/metric.h"
#include "metrics/score.h"

/// How far a score, or the difference between two systems on one text, may be due to chance:
/// intervals and p-values, digit for digit as sacreBLEU computes them.
namespace regard::metrics {

/// The 95 % interval of a text's score by bootstrap resampling (Koehn, 2004,
/// aclanthology.org/W04-3250): as many segments as there are, drawn with replacement, `resamples`
/// times. `resamples` must be at least 2. Digit for digit that of `sacrebleu --confidence`.
Interval confidence_interval(const Metric& metric, const StatisticsTable& statistics,
                             std::size_t resamples, std::uint64_t seed);

/// Differences with a p-value below it are called significant.
inline constexpr double kSignificanceLevel = 0.05;

/// A test in which deviations in both directions count. p_value < kSignificanceLevel exactly if the
/// 95 % interval, the observed difference ± `margin`, excludes 0.
struct TwoSidedTest {
  /// Share of the resamples whose difference deviates from the observed one by at least its size.
  double p_value;
  double margin;  ///< infinite if there are fewer than 20 resamples
};

/// A system compared with the first one, the baseline.
struct PairedResult {
  double score;
  /// Probability of a difference from the baseline at least as large if both systems are equally
  /// good, as sacreBLEU computes it. Its bootstrap counts large differences in the observed
  /// direction only, so that it calls one pair of equally good systems in ten significant. None for
  /// the baseline.
  std::optional<double> p_value;
  std::optional<Interval> interval;            ///< of the bootstrap
  std::optional<TwoSidedTest> two_sided = {};  ///< of the bootstrap; none for the baseline
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
