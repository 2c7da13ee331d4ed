#pragma once
#include <cstddef>
#include <cstdint>

#include "regard/metrics/metric.h"
#include "regard/metrics/score.h"

namespace regard::metrics {

/// The 95 % interval of a text's score by bootstrap resampling (Koehn, 2004,
/// aclanthology.org/W04-3250): as many segments as there are, drawn with replacement, `resamples`
/// times. `resamples` must be at least 2. Digit for digit that of `sacrebleu --confidence`.
Interval confidence_interval(const Metric& metric, const StatisticsTable& statistics,
                             std::size_t resamples, std::uint64_t seed);

}  // namespace regard::metrics
