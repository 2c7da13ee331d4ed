#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "regard/metrics/bleu.h"
#include "regard/metrics/chrf.h"
#include "regard/metrics/numpy_number.h"
#include "regard/metrics/score.h"
#include "regard/metrics/signature.h"
#include "regard/metrics/ter.h"

namespace regard::metrics {

/// A metric's statistics of a text as plain numbers: a row for each segment. The sum of any rows is
/// what the text of their segments is scored by.
class StatisticsTable {
 public:
  explicit StatisticsTable(std::size_t columns) : columns_(columns) {}

  /// `row` has a number for each column.
  void add(std::span<const double> row) { values_.insert(values_.end(), row.begin(), row.end()); }

  std::size_t rows() const { return values_.size() / columns_; }
  std::size_t columns() const { return columns_; }
  std::span<const double> row(std::size_t i) const {
    return std::span(values_).subspan(i * columns_, columns_);
  }
  /// Of all rows, from the first to the last.
  std::vector<double> sums() const;

 private:
  std::size_t columns_;
  std::vector<double> values_;
};

/// A metric with its options: what resampling, and whoever works with several metrics, needs to
/// know of one.
class Metric {
 public:
  virtual ~Metric() = default;

  virtual StatisticsTable statistics(Segments hypotheses, References references) const = 0;

  /// The score of rows with these sums; of one row, that of its sentence.
  virtual double value(std::span<const double> sums) const = 0;
  /// The same with its name and details.
  virtual Score score(std::span<const double> sums) const = 0;
  /// The same of sums that are float32, to sacreBLEU's last bit.
  virtual NumpyNumber resampled_value(std::span<const float> sums) const = 0;

  virtual Signature signature(std::size_t references) const = 0;
};

std::unique_ptr<Metric> make_metric(const BleuOptions& options);
std::unique_ptr<Metric> make_metric(const ChrfOptions& options);
std::unique_ptr<Metric> make_metric(const TerOptions& options);

}  // namespace regard::metrics
