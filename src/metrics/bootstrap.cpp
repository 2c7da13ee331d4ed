#include "regard/metrics/bootstrap.h"

#include "numpy_array.h"
#include "regard/metrics/pcg64.h"
#include "row_sums.h"

namespace regard::metrics {

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

}  // namespace regard::metrics
