#include <gtest/gtest.h>

#include <vector>

#include "math/every_version.h"

namespace regard::math {
namespace {

class LargeProducts : public EveryVersion {};

/// Sizes: one more than a block, one less than a tile, whole panels, and an incomplete panel.
constexpr ProductShape kShapes[] = {{1, 1, 1},
                                    {5, 3, 40},
                                    {kRowsOfBlock + 1, 7, kPanel},
                                    {13, kInnerOfBlock + 1, kPanel + 1},
                                    {2, 9, kColumnsOfBlock + 5},
                                    {250, 520, 70}};

/// A factor of `rows` * `columns` numbers in the middle of a larger matrix, possibly stored
/// transposed.
struct Factor {
  Factor(int64_t rows, int64_t columns, bool turned, unsigned seed)
      : stride((turned ? rows : columns) + 3),
        numbers(random_numbers(stride * (turned ? columns : rows), seed)),
        matrix(turned ? Strided{numbers.data(), 1, stride} : Strided{numbers.data(), stride, 1}) {}

  int64_t stride;
  std::vector<float> numbers;
  Strided matrix;
};

double definition(const ProductShape& shape, const Strided& a, const Strided& b, int64_t row,
                  int64_t column) {
  double sum = 0.0;
  for (int64_t k = 0; k < shape.inner; ++k) {
    sum += static_cast<double>(*a.from(row, k).data) * *b.from(k, column).data;
  }
  return sum;
}

/// The result c, between columns that must not change.
class Result {
 public:
  explicit Result(const ProductShape& shape)
      : stride_(shape.columns + 2), numbers_(static_cast<size_t>(shape.rows * stride_), kBefore) {}

  ProductResult target(bool is_added) { return {numbers_.data(), stride_, is_added}; }
  float at(int64_t row, int64_t column) const {
    return numbers_[static_cast<size_t>(row * stride_ + column)];
  }

  static constexpr float kBefore = 0.5F;

 private:
  int64_t stride_;
  std::vector<float> numbers_;
};

TEST_P(LargeProducts, AreWhatTheDefinitionSays) {
  std::vector<float> scratch(kScratchOfProduct);
  for (const auto& shape : kShapes) {
    for (const int layout : {0, 1, 2, 3}) {
      const Factor a(shape.rows, shape.inner, layout % 2 == 1, 1);
      const Factor b(shape.inner, shape.columns, layout / 2 == 1, 2);
      for (const bool is_added : {false, true}) {
        Result c(shape);
        kernels_.large_product(shape, a.matrix, b.matrix, c.target(is_added), scratch.data());
        for (int64_t row = 0; row < shape.rows; ++row) {
          for (int64_t column = 0; column < shape.columns; ++column) {
            const double wanted = definition(shape, a.matrix, b.matrix, row, column) +
                                  (is_added ? Result::kBefore : 0.0F);
            ASSERT_NEAR(c.at(row, column), wanted, 1e-4)
                << shape.rows << ", " << shape.inner << ", " << shape.columns << ", layout "
                << layout << ": " << row << ", " << column;
          }
          ASSERT_EQ(c.at(row, shape.columns), Result::kBefore);
        }
      }
    }
  }
}

// Every number is the same, however rows and columns are divided among threads.
TEST_P(LargeProducts, HaveTheSameBitsInParts) {
  std::vector<float> scratch(kScratchOfProduct);
  const ProductShape shape = {100, 700, 3 * kPanel};
  const Factor a(shape.rows, shape.inner, true, 1), b(shape.inner, shape.columns, false, 2);
  Result whole(shape), parts(shape);
  kernels_.large_product(shape, a.matrix, b.matrix, whole.target(false), scratch.data());
  const auto target = parts.target(false);
  for (const int64_t row : {0, 37}) {
    for (const int64_t column : {int64_t{0}, kPanel}) {
      const int64_t rows = row == 0 ? 37 : shape.rows - 37;
      const int64_t columns = column == 0 ? kPanel : shape.columns - kPanel;
      kernels_.large_product(
          {rows, shape.inner, columns}, a.matrix.from(row, 0), b.matrix.from(0, column),
          {target.data + row * target.stride + column, target.stride, false}, scratch.data());
    }
  }
  for (int64_t row = 0; row < shape.rows; ++row) {
    for (int64_t column = 0; column < shape.columns; ++column) {
      ASSERT_EQ(parts.at(row, column), whole.at(row, column)) << row << ", " << column;
    }
  }
}

REGARD_FOR_EVERY_VERSION(LargeProducts);

}  // namespace
}  // namespace regard::math
