#include "metrics/significance.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "metrics/numpy_array.h"

namespace regard::metrics {
namespace {

std::vector<PairedResult> scores_of(const Metric& metric,
                                    std::span<const StatisticsTable> systems) {
  std::vector<PairedResult> results;
  for (const StatisticsTable& system : systems) {
    results.push_back({.score = metric.value(system.sums()), .p_value = {}, .interval = {}});
  }
  return results;
}

double p_value(std::size_t extreme, std::size_t trials) {
  return static_cast<double>(extreme + 1) / static_cast<double>(trials + 1);
}

/// `observed`: the score of the system minus that of the baseline.
TwoSidedTest two_sided_test(const NumpyArray& system, const NumpyArray& baseline, double observed) {
  std::vector<double> deviations = system.values();
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    deviations[i] = std::abs(deviations[i] - baseline.values()[i] - observed);
  }
  std::ranges::sort(deviations, std::greater());
  const auto extreme = std::ranges::upper_bound(deviations, std::abs(observed), std::greater());
  const auto p_after = [&](auto count) {
    return p_value(static_cast<std::size_t>(count), deviations.size());
  };
  // A difference is not significant if at least `least` resamples deviate by as much.
  std::size_t least = 0;
  while (p_after(least) < kSignificanceLevel) ++least;
  return {.p_value = p_after(extreme - deviations.begin()),
          .margin = least == 0 ? std::numeric_limits<double>::infinity() : deviations[least - 1]};
}

/// The minuend minus the subtrahend, row by row.
StatisticsTable difference(const StatisticsTable& minuend, const StatisticsTable& subtrahend) {
  StatisticsTable difference(minuend.columns());
  std::vector<double> row(minuend.columns());
  for (std::size_t i = 0; i < minuend.rows(); ++i) {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = minuend.row(i)[k] - subtrahend.row(i)[k];
    difference.add(row);
  }
  return difference;
}

/// Scores of a system and the baseline with segments swapped.
class SwappedPair {
 public:
  SwappedPair(const Metric& metric, const StatisticsTable& baseline, const StatisticsTable& system)
      : metric_(metric),
        baseline_(baseline.sums()),
        system_(system.sums()),
        gain_(difference(baseline, system)) {}

  double score_difference(std::span<const std::uint32_t> swapped) {
    const auto gain = gain_(swapped);
    first_ = system_;
    second_ = baseline_;
    for (std::size_t k = 0; k < gain.size(); ++k) {
      first_[k] += gain[k];
      second_[k] -= gain[k];
    }
    return std::abs(metric_.value(first_) - metric_.value(second_));
  }

 private:
  const Metric& metric_;
  std::vector<double> baseline_;
  std::vector<double> system_;
  RowSums<double> gain_;
  std::vector<double> first_;
  std::vector<double> second_;
};

}  // namespace

Interval confidence_interval(const Metric& metric, const StatisticsTable& statistics,
                             std::size_t resamples, std::uint64_t seed) {
  Pcg64 generator(seed);
  RowSums<float> sums(statistics);
  std::vector<std::uint32_t> segments(statistics.rows());
  NumpyArray scores;
  for (std::size_t i = 0; i < resamples; ++i) {
    draw_indices(generator, static_cast<std::uint32_t>(segments.size()), segments);
    scores.add(metric.resampled_value(sums(segments)));
  }
  return interval_of(scores);
}

std::vector<PairedResult> paired_bootstrap(const Metric& metric,
                                           std::span<const StatisticsTable> systems,
                                           std::size_t resamples, std::uint64_t seed) {
  Pcg64 generator(seed);
  std::vector<std::uint32_t> segments(systems.front().rows());
  std::vector<RowSums<float>> sums(systems.begin(), systems.end());
  std::vector<NumpyArray> scores(systems.size());
  for (std::size_t i = 0; i < resamples; ++i) {
    draw_indices(generator, static_cast<std::uint32_t>(segments.size()), segments);
    for (std::size_t s = 0; s < systems.size(); ++s) {
      scores[s].add(metric.resampled_value(sums[s](segments)));
    }
  }

  std::vector<PairedResult> results = scores_of(metric, systems);
  for (std::size_t s = 0; s < systems.size(); ++s) {
    results[s].interval = interval_with_numpy_mean(scores[s]);
    if (s == 0) continue;
    const double difference = results[s].score - results[0].score;
    const NumpyArray differences = scores[s].absolute_difference(scores[0]);
    results[s].p_value =
        p_value(differences.count_above_mean_by_more_than(std::abs(difference)), resamples);
    results[s].two_sided = two_sided_test(scores[s], scores[0], difference);
  }
  return results;
}

std::vector<PairedResult> paired_randomization(const Metric& metric,
                                               std::span<const StatisticsTable> systems,
                                               std::size_t trials, std::uint64_t seed) {
  std::vector<PairedResult> results = scores_of(metric, systems);
  std::vector<SwappedPair> pairs;
  for (const StatisticsTable& system : systems.subspan(1)) {
    pairs.emplace_back(metric, systems.front(), system);
  }
  std::vector<std::size_t> extreme(systems.size());

  Pcg64 generator(seed);
  CoinFlips flips(generator);
  std::vector<std::uint32_t> swapped(systems.front().rows());
  for (std::size_t trial = 0; trial < trials; ++trial) {
    std::size_t count = 0;
    for (std::uint32_t segment = 0; segment < swapped.size(); ++segment) {
      swapped[count] = segment;  // overwritten by the next one unless kept
      count += flips.next() ? 1 : 0;
    }
    for (std::size_t s = 1; s < systems.size(); ++s) {
      const double observed = std::abs(results[0].score - results[s].score);
      const double difference = pairs[s - 1].score_difference(std::span(swapped).first(count));
      extreme[s] += difference > observed ? 1 : 0;
    }
  }
  for (std::size_t s = 1; s < systems.size(); ++s) {
    results[s].p_value = p_value(extreme[s], trials);
  }
  return results;
}

}  // namespace regard::metrics
