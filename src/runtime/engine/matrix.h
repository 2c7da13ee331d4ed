#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/weights.h"

namespace regard::engine {

/// A matrix of weights. Copies share its memory.
class Matrix {
 public:
  Matrix() = default;
  Matrix(Numbers numbers, int64_t rows, int64_t columns)
      : numbers_(std::move(numbers)), rows_(rows), columns_(columns) {}

  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }

  /// Whether the matrix consists of integers; row() and data() then only work on the result of
  /// floats().
  bool has_integers() const { return numbers_.integers != nullptr; }
  const int8_t* integers(int64_t row) const { return numbers_.integers.get() + row * columns_; }
  float scale(int64_t row) const { return numbers_.scales.get()[row]; }

  const float* row(int64_t row) const { return data() + row * columns_; }
  /// The numbers in float32; null for integers.
  const float* data() const { return numbers_.floats.get(); }

  /// The matrix converted to float32.
  Matrix floats() const;
  /// Writes a row converted to float32.
  void copy_row(int64_t row, float* to) const;
  std::vector<float> copy() const;

  /// Part of the matrix, in the same memory.
  Matrix rows(int64_t first, int64_t count) const;
  Matrix columns(int64_t first, int64_t count) const;
  /// Rows 0, 2, 4, ..., then 1, 3, 5, ...
  Matrix evens_then_odds() const;

 private:
  Numbers numbers_;
  int64_t rows_ = 0;
  int64_t columns_ = 0;
};

/// The matrix product, with sums in float64.
Matrix product(const Matrix& left, const Matrix& right);

}  // namespace regard::engine
