#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/metric.h"
#include "reranking/tuning_text.h"

namespace regard::translate {

struct TunedWeights {
  std::vector<double> values;  ///< absolute values sum to 1
  double score;                ///< of the text
};

/// The weights with the best score of the text that climbing finds: minimum error rate training
/// (Och, 2003, aclanthology.org/P03-1021). From each start, and from `random_starts` mixtures of
/// them, best_step (line_search.h) changes one weight after another until none gains. The score is
/// no worse than that of any start. The same seed gives the same weights; of equally good ones, the
/// first found win. There is at least one start.
TunedWeights tune_weights(const TuningText& text, const metrics::Metric& metric,
                          std::span<const std::vector<double>> starts, int64_t random_starts,
                          uint64_t seed);

}  // namespace regard::translate
