#include "engine/matrix.h"

#include <algorithm>
#include <memory>

namespace regard::engine {
namespace {

/// A matrix of its own memory, to be filled.
struct NewMatrix {
  NewMatrix(int64_t rows, int64_t columns)
      : numbers(std::make_shared<std::vector<float>>(static_cast<size_t>(rows * columns))),
        matrix(Numbers(numbers, numbers->data()), rows, columns) {}

  float* row(int64_t row) { return numbers->data() + row * matrix.columns(); }

  std::shared_ptr<std::vector<float>> numbers;
  Matrix matrix;
};

}  // namespace

Matrix Matrix::columns(int64_t first, int64_t count) const {
  NewMatrix some(rows_, count);
  for (int64_t i = 0; i < rows_; ++i) std::copy_n(row(i) + first, count, some.row(i));
  return some.matrix;
}

Matrix Matrix::evens_then_odds() const {
  NewMatrix ordered(rows_, columns_);
  const int64_t evens = (rows_ + 1) / 2;
  for (int64_t i = 0; i < rows_; ++i) {
    std::copy_n(row(i), columns_, ordered.row(i % 2 == 0 ? i / 2 : evens + i / 2));
  }
  return ordered.matrix;
}

Matrix product(const Matrix& left, const Matrix& right) {
  NewMatrix result(left.rows(), right.columns());
  std::vector<double> sums(static_cast<size_t>(right.columns()));
  for (int64_t i = 0; i < left.rows(); ++i) {
    std::ranges::fill(sums, 0.0);
    for (int64_t k = 0; k < left.columns(); ++k) {
      const double factor = left.row(i)[k];
      const float* row = right.row(k);
      for (size_t j = 0; j < sums.size(); ++j) sums[j] += factor * static_cast<double>(row[j]);
    }
    std::ranges::transform(sums, result.row(i), [](double sum) { return static_cast<float>(sum); });
  }
  return result.matrix;
}

}  // namespace regard::engine
