#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "metrics/metric.h"
#include "reranking/rated.h"

namespace regard::translate {

/// A text whose candidates are numbers, so that the score of any weights is a sum.
struct TuningText {
  struct Line {
    std::vector<Features> features;  ///< by candidate
    size_t first_row;                ///< of the first candidate; the others follow
  };

  std::vector<Line> lines;
  metrics::StatisticsTable statistics;  ///< of each candidate against its line's reference

  /// Scores the best candidate of each line by these weights.
  double score(std::span<const double> weights, const metrics::Metric& metric) const;
};

/// A line without candidates has an empty translation. `references` has one for each line. Throws
/// Error if no line has candidates.
TuningText tuning_text(std::span<const std::vector<Rated>> lines,
                       std::span<const std::string> references, const metrics::Metric& metric);

}  // namespace regard::translate
