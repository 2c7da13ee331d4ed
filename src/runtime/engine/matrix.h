#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/weights.h"

namespace regard::engine {

/// Rows of weights. A copy shares their memory.
class Matrix {
 public:
  Matrix() = default;
  Matrix(Numbers numbers, int64_t rows, int64_t columns)
      : numbers_(std::move(numbers)), rows_(rows), columns_(columns) {}

  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }

  /// Whether it is of integers: then row() and data() are only of what floats() returns.
  bool has_integers() const { return numbers_.integers != nullptr; }
  const int8_t* integers(int64_t row) const { return numbers_.integers.get() + row * columns_; }
  float scale(int64_t row) const { return numbers_.scales.get()[row]; }

  const float* row(int64_t row) const { return data() + row * columns_; }
  /// The numbers in float32; null if there are none.
  const float* data() const { return numbers_.floats.get(); }

  /// The matrix in float32.
  Matrix floats() const;
  /// Writes a row in float32.
  void copy_row(int64_t row, float* to) const;
  std::vector<float> copy() const;

  /// Some of its rows, in the same memory.
  Matrix rows(int64_t first, int64_t count) const;
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
