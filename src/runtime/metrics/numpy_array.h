#pragma once
#include <cstddef>
#include <vector>

#include "metrics/numpy_number.h"
#include "metrics/score.h"

namespace regard::metrics {

/// A NumPy array: of float32 if all its numbers are, otherwise of double.
class NumpyArray {
 public:
  NumpyArray() = default;

  void add(NumpyNumber number);

  std::size_t size() const { return values_.size(); }
  const std::vector<double>& values() const { return values_; }

  /// NumPy's `mean`: summed pairwise, so the order of the numbers matters.
  NumpyNumber mean() const;
  NumpyArray sorted() const;
  /// |this - other|, number by number.
  NumpyArray absolute_difference(const NumpyArray& other) const;
  /// How many exceed the mean by more than `difference`.
  std::size_t count_above_mean_by_more_than(double difference) const;
  /// A result rounded to the array's type.
  NumpyNumber rounded(double value) const;

 private:
  std::vector<double> values_;
  bool float32_ = true;
};

/// 95 % interval of resampled scores, without a fortieth at either end; the mean is rounded once.
Interval interval_of(const NumpyArray& scores);
/// The same with NumPy's mean: sacreBLEU uses one for a single system, the other in paired tests.
Interval interval_with_numpy_mean(const NumpyArray& scores);

}  // namespace regard::metrics
