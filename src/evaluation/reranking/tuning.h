#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "metrics/metric.h"
#include "reranking/reranker.h"

namespace regard::translate {

/// A text whose candidates are represented by statistics, so that any weights can be scored by
/// summation.
struct TuningText {
  struct Line {
    std::vector<Features> features;  ///< by candidate
    size_t first_row;                ///< row of the first candidate; the others follow it
  };

  std::vector<Line> lines;
  metrics::StatisticsTable statistics;  ///< a row for each candidate, against its line's reference

  /// The score of the text if each line uses its best candidate under these weights.
  double score(std::span<const double> weights, const metrics::Metric& metric) const;
};

/// Makes the text to tune on. Lines without candidates get an empty translation. `references` has
/// one entry per line. Throws Error if no line has candidates.
TuningText tuning_text(std::span<const std::vector<Rated>> lines,
                       std::span<const std::string> references, const metrics::Metric& metric);

/// The score of a candidate as one weight changes by t: intercept + t * slope.
struct ScoreLine {
  double intercept;
  double slope;
};

/// The range of t in which a candidate is the best of its line. It ends where the next stretch
/// begins.
struct Stretch {
  double from;  ///< minus infinity for the first
  size_t candidate;
};

/// The best candidate for all t, in ascending order: the upper envelope of the lines. On ties, the
/// first line wins. Needs at least one line.
std::vector<Stretch> upper_envelope(std::span<const ScoreLine> lines);

struct Step {
  double size;   ///< change of the weight
  double score;  ///< score of the text after the change
};

/// The change of the weight of `feature` that gives the best score. The score is constant between
/// the finitely many points where a line's best candidate changes, so each interval is tried once:
/// Och (2003, aclanthology.org/P03-1021), section 5. The step ends in the middle of the best
/// interval, or just past the last point. It is 0 if no change improves the score.
Step best_step(const TuningText& text, std::span<const double> weights, size_t feature,
               const metrics::Metric& metric);

struct TunedWeights {
  std::vector<double> values;  ///< absolute values sum to 1
  double score;                ///< score of the text
};

/// Weights found by hill climbing on the score of the text: minimum error rate training (Och, 2003,
/// aclanthology.org/P03-1021). From each start, and from `random_starts` random mixtures of them,
/// best_step changes one weight at a time until no change improves the score. The score is at least
/// that of every start. The same seed gives the same weights; on a tie, the weights found first
/// win. Needs at least one start.
TunedWeights tune_weights(const TuningText& text, const metrics::Metric& metric,
                          std::span<const std::vector<double>> starts, int64_t random_starts,
                          uint64_t seed);

struct Tuning {
  RerankingWeights weights;
  double tuned;               ///< score of the text with these weights
  double untuned;             ///< score with the original weights
  std::vector<double> alone;  ///< score with only one of the forward models, by model
};

/// Tunes the weights of `own` on a text with these candidates (Reranker::candidates) and
/// references. The starts are the given weights, each forward model by itself, and `random_starts`
/// mixtures of these. Throws Error if no line has candidates.
Tuning tune(const RerankingWeights& own, std::span<const std::vector<Rated>> candidates,
            std::span<const std::string> references, const metrics::Metric& metric,
            int64_t random_starts, uint64_t seed);

}  // namespace regard::translate
