#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "regard/engine/weights.h"

namespace regard::engine {

/// Rows of weights. A copy shares their memory.
class Matrix {
 public:
  Matrix() = default;
  Matrix(Numbers numbers, int64_t rows, int64_t columns)
      : numbers_(std::move(numbers)), rows_(rows), columns_(columns) {}

  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  const float* row(int64_t row) const { return numbers_.get() + row * columns_; }
  /// Null where there are none.
  const float* data() const { return numbers_.get(); }
  std::vector<float> copy() const { return {data(), data() + rows_ * columns_}; }

  /// Some of its rows, in the same memory.
  Matrix rows(int64_t first, int64_t count) const {
    return {Numbers(numbers_, row(first)), count, columns_};
  }
  Matrix columns(int64_t first, int64_t count) const;
  /// Rows 0, 2, 4, ... and then 1, 3, 5, ...
  Matrix evens_then_odds() const;

 private:
  Numbers numbers_;
  int64_t rows_ = 0;
  int64_t columns_ = 0;
};

/// The matrix product, whose sums are float64.
Matrix product(const Matrix& left, const Matrix& right);

}  // namespace regard::engine
