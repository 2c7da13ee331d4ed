#include "reranking/tune_weights.h"

#include <cmath>
#include <random>
#include <utility>

#include "base/random.h"
#include "reranking/line_search.h"

namespace regard::translate {
namespace {

/// Rounds over all weights; every gain is a different translation of the text, so there is an end.
constexpr int kMostRounds = 100;

/// Only the ratios of weights count.
void normalize(std::vector<double>& weights) {
  double sum = 0.0;
  for (const double weight : weights) sum += std::abs(weight);
  if (sum == 0.0) return;
  for (double& weight : weights) weight /= sum;
}

TunedWeights climbed(const TuningText& text, const metrics::Metric& metric,
                     std::vector<double> weights) {
  normalize(weights);
  double score = text.score(weights, metric);
  bool gains = true;
  for (int round = 0; gains && round < kMostRounds; ++round) {
    gains = false;
    for (size_t feature = 0; feature < weights.size(); ++feature) {
      auto moved = weights;
      moved[feature] += best_step(text, weights, feature, metric).size;
      normalize(moved);
      // In an interval as narrow as rounding errors, the step may miss what the search promised.
      const double reached = text.score(moved, metric);
      if (reached <= score) continue;
      weights = std::move(moved);
      score = reached;
      gains = true;
    }
  }
  return {std::move(weights), score};
}

/// From 0 to below 1, the same on every machine.

std::vector<double> mixture(std::span<const std::vector<double>> starts, std::mt19937_64& random) {
  std::vector<double> mixed(starts.front().size());
  for (const auto& start : starts) {
    const double share = uniform(random);
    for (size_t feature = 0; feature < mixed.size(); ++feature) {
      mixed[feature] += share * start[feature];
    }
  }
  return mixed;
}

}  // namespace

TunedWeights tune_weights(const TuningText& text, const metrics::Metric& metric,
                          std::span<const std::vector<double>> starts, int64_t random_starts,
                          uint64_t seed) {
  std::mt19937_64 random(seed);
  auto best = climbed(text, metric, starts.front());
  const auto try_from = [&](const std::vector<double>& start) {
    auto found = climbed(text, metric, start);
    if (found.score > best.score) best = std::move(found);
  };
  for (const auto& start : starts.subspan(1)) try_from(start);
  for (int64_t draw = 0; draw < random_starts; ++draw) try_from(mixture(starts, random));
  return best;
}

}  // namespace regard::translate
