#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "metrics/metric.h"
#include "reranking/reranker.h"

namespace regard::translate {

/// A text whose candidates are numbers, so that the score of any weights is a sum.
struct TuningText {
  struct Line {
    std::vector<Features> features;  ///< by candidate
    size_t first_row;                ///< row of the first candidate; the others follow
  };

  std::vector<Line> lines;
  metrics::StatisticsTable statistics;  ///< row of each candidate against its line's reference

  /// Scores the best candidate of each line by these weights.
  double score(std::span<const double> weights, const metrics::Metric& metric) const;
};

/// A line without candidates has an empty translation. `references` has one for each line. Throws
/// Error if no line has candidates.
TuningText tuning_text(std::span<const std::vector<Rated>> lines,
                       std::span<const std::string> references, const metrics::Metric& metric);

/// The score of a candidate while one weight changes by t: intercept + t * slope.
struct ScoreLine {
  double intercept;
  double slope;
};

/// A candidate is the best of its line from this t on, to where the next stretch begins.
struct Stretch {
  double from;  ///< minus infinity for the first
  size_t candidate;
};

/// The best candidates for all t, in ascending order: the upper envelope of the lines. Of equal
/// lines, the first. There is at least one line.
std::vector<Stretch> upper_envelope(std::span<const ScoreLine> lines);

struct Step {
  double size;   ///< change of the weight
  double score;  ///< score of the text after the change
};

/// The change of one weight, the `feature`-th, that gives the best score of all changes. The score
/// is constant between the finitely many points at which a line's best candidate changes, so each
/// interval is tried once: Och (2003, aclanthology.org/P03-1021), section 5. The step ends in the
/// middle of the best interval, or just beyond the last point; it is 0 if nothing is better than no
/// change.
Step best_step(const TuningText& text, std::span<const double> weights, size_t feature,
               const metrics::Metric& metric);

struct TunedWeights {
  std::vector<double> values;  ///< absolute values sum to 1
  double score;                ///< score of the text
};

/// The weights with the best score of the text that climbing finds: minimum error rate training
/// (Och, 2003, aclanthology.org/P03-1021). From each start, and from `random_starts` mixtures of
/// them, best_step (tuning.h) changes one weight after another until none gains. The score is
/// no worse than that of any start. The same seed gives the same weights; of equally good ones, the
/// first found win. There is at least one start.
TunedWeights tune_weights(const TuningText& text, const metrics::Metric& metric,
                          std::span<const std::vector<double>> starts, int64_t random_starts,
                          uint64_t seed);

struct Tuning {
  RerankingWeights weights;
  double tuned;               ///< score of the text by these weights
  double untuned;             ///< score with the original weights
  std::vector<double> alone;  ///< score with each forward model only
};

/// Tunes the weights of `own` on a text, whose lines have these candidates (Reranker::candidates)
/// and references. Starts: the given weights, each forward model alone, and `random_starts`
/// mixtures of these. Throws Error if no line has candidates.
Tuning tune(const RerankingWeights& own, std::span<const std::vector<Rated>> candidates,
            std::span<const std::string> references, const metrics::Metric& metric,
            int64_t random_starts, uint64_t seed);

}  // namespace regard::translate
