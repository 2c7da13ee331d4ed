#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "metrics/metric_table.h"
#include "metrics/significance.h"

namespace regard::compare {

/// Differences with a smaller p-value are called significant everywhere in a comparison.
inline constexpr double kSignificant = metrics::kSignificanceLevel;

/// Two systems compared with one metric by paired bootstrap.
struct PairedDifference {
  std::size_t first = 0;  ///< indices of systems, first < second
  std::size_t second = 0;
  double difference = 0;  ///< score of the second minus score of the first
  double low = 0;         ///< 95% interval of the difference
  double high = 0;
  double p_value = 1;  ///< two-sided (metrics::TwoSidedTest); 1 if the scores are equal

  static void describe(auto& v) {
    using O = PairedDifference;
    v.facts("first", &O::first, "second", &O::second, "difference", &O::difference, "low", &O::low,
            "high", &O::high, "p_value", &O::p_value);
  }
};

/// All systems' scores with one metric.
struct MetricScores {
  std::string key = {};      ///< metrics::MetricRow::name: "bleu", "chrf++"
  std::string name = {};     ///< "BLEU", "chrF2", "chrF2++", "TER"
  std::string meaning = {};  ///< "edits per 100 words to reach the reference"
  std::string signature = {};
  bool higher_is_better = true;
  std::vector<double> scores = {};                ///< by system, 0 to 100
  std::vector<metrics::Interval> intervals = {};  ///< 95% intervals by system
  std::vector<PairedDifference> pairs = {};       ///< all pairs of systems

  static void describe(auto& v) {
    using O = MetricScores;
    v.facts("key", &O::key, "name", &O::name, "signature", &O::signature, "higher_is_better",
            &O::higher_is_better, "scores", &O::scores, "intervals", &O::intervals, "pairs",
            &O::pairs);
  }
};

/// A system's lead over another with a metric, adjusted for the metric's direction: positive means
/// better.
struct Lead {
  double value = 0;
  double low = 0;  ///< 95% interval
  double high = 0;
  double p_value = 1;
};

/// The lead of one system over another. Throws std::out_of_range if `metric.pairs` lacks the pair.
Lead lead_of(const MetricScores& metric, std::size_t system, std::size_t other);

/// Scores all systems. `systems`: hypotheses by system; `references`: as many lines. Each resample
/// contains the same segments for all systems, drawn by default with sacreBLEU's seed.
MetricScores score_systems(const metrics::MetricRow& row,
                           const std::vector<std::vector<std::string>>& systems,
                           const std::vector<std::string>& references, std::size_t resamples = 1000,
                           std::uint64_t seed = 12345);

}  // namespace regard::compare
