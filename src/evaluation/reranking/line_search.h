#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "metrics/metric.h"
#include "reranking/tuning_text.h"

namespace regard::translate {

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
  double size;   ///< by which the weight changes
  double score;  ///< of the text then
};

/// The change of one weight, the `feature`-th, that gives the best score of all changes. The score
/// is constant between the finitely many points at which a line's best candidate changes, so each
/// interval is tried once: Och (2003, aclanthology.org/P03-1021), section 5. The step ends in the
/// middle of the best interval, or just beyond the last point; it is 0 if nothing is better than no
/// change.
Step best_step(const TuningText& text, std::span<const double> weights, size_t feature,
               const metrics::Metric& metric);

}  // namespace regard::translate
