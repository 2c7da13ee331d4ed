#pragma once
#include <span>

#include "regard/metrics/bleu.h"
#include "regard/metrics/chrf.h"
#include "regard/metrics/numpy_number.h"

/// Scores of resamples from the sums of a metric's statistics, by the same formulas as scores
/// proper but in NumPy's numbers. The order of the sums is that of the columns of metric.cpp.
namespace regard::metrics {

NumpyNumber resampled_bleu(std::span<const float> sums, const BleuOptions& options);
NumpyNumber resampled_chrf(std::span<const float> sums, const ChrfOptions& options);
NumpyNumber resampled_ter(std::span<const float> sums);

}  // namespace regard::metrics
