#include "engine/matrix.h"

#include <algorithm>
#include <memory>

#include "math/integers.h"

namespace regard::engine {
namespace {

/// A matrix that owns its memory, to be filled.
struct NewMatrix {
  NewMatrix(int64_t rows, int64_t columns)
      : numbers(std::make_shared<std::vector<float>>(static_cast<size_t>(rows * columns))),
        matrix(Numbers(numbers, numbers->data()), rows, columns) {}

  float* row(int64_t row) { return numbers->data() + row * matrix.columns(); }

  std::shared_ptr<std::vector<float>> numbers;
  Matrix matrix;
};

}  // namespace

Matrix Matrix::floats() const {
  if (!has_integers()) return *this;
  NewMatrix all(rows_, columns_);
  for (int64_t i = 0; i < rows_; ++i) copy_row(i, all.row(i));
  return all.matrix;
}

void Matrix::copy_row(int64_t row, float* to) const {
  if (has_integers()) {
    math::expand(integers(row), scale(row), columns_, to);
  } else {
    std::copy_n(this->row(row), columns_, to);
  }
}

std::vector<float> Matrix::copy() const {
  std::vector<float> all(static_cast<size_t>(rows_ * columns_));
  for (int64_t i = 0; i < rows_; ++i) copy_row(i, all.data() + i * columns_);
  return all;
}

Matrix Matrix::rows(int64_t first, int64_t count) const {
  Matrix some = *this;
  some.rows_ = count;
  if (has_integers()) {
    some.numbers_ = {{numbers_.integers, integers(first)},
                     {numbers_.scales, numbers_.scales.get() + first}};
  } else {
    some.numbers_.floats = {numbers_.floats, row(first)};
  }
  return some;
}

Matrix Matrix::columns(int64_t first, int64_t count) const {
  const auto all = floats();
  NewMatrix some(rows_, count);
  for (int64_t i = 0; i < rows_; ++i) std::copy_n(all.row(i) + first, count, some.row(i));
  return some.matrix;
}

Matrix Matrix::evens_then_odds() const {
  NewMatrix ordered(rows_, columns_);
  const int64_t evens = (rows_ + 1) / 2;
  for (int64_t i = 0; i < rows_; ++i) {
    copy_row(i, ordered.row(i % 2 == 0 ? i / 2 : evens + i / 2));
  }
  return ordered.matrix;
}

Matrix product(const Matrix& left, const Matrix& right) {
  const auto a = left.floats(), b = right.floats();
  NewMatrix result(a.rows(), b.columns());
  std::vector<double> sums(static_cast<size_t>(b.columns()));
  for (int64_t i = 0; i < a.rows(); ++i) {
    std::ranges::fill(sums, 0.0);
    for (int64_t k = 0; k < a.columns(); ++k) {
      const double factor = a.row(i)[k];
      const float* row = b.row(k);
      for (size_t j = 0; j < sums.size(); ++j) sums[j] += factor * static_cast<double>(row[j]);
    }
    std::ranges::transform(sums, result.row(i), [](double sum) { return static_cast<float>(sum); });
  }
  return result.matrix;
}

}  // namespace regard::engine
