#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "metrics/metric.h"
#include "reranking/rated.h"
#include "reranking/reranking_weights.h"

namespace regard::translate {

struct Tuning {
  RerankingWeights weights;
  double tuned;               ///< score of the text by these weights
  double untuned;             ///< by the weights before
  std::vector<double> alone;  ///< by each forward model's log-probability alone
};

/// Tunes the weights of `own` on a text, whose lines have these candidates (Reranker::candidates)
/// and references. Starts: the given weights, each forward model alone, and `random_starts`
/// mixtures of these. Throws Error if no line has candidates.
Tuning tune(const RerankingWeights& own, std::span<const std::vector<Rated>> candidates,
            std::span<const std::string> references, const metrics::Metric& metric,
            int64_t random_starts, uint64_t seed);

}  // namespace regard::translate
