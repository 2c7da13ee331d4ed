#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "math/every_version.h"

namespace regard::math {
namespace {

class SmallProducts : public EveryVersion {};

/// Matrices in the middle of wider ones, with gaps between rows.
struct Factors {
  explicit Factors(const ProductShape& shape)
      : shape(shape),
        a_stride(shape.inner + 3),
        b_stride(shape.columns + 5),
        a(random_numbers(shape.rows * a_stride, 1)),
        turned_a(random_numbers(shape.inner * (shape.rows + 2), 2)),
        b(random_numbers(shape.inner * b_stride, 3)) {
    for (int64_t row = 0; row < shape.rows; ++row) {
      for (int64_t k = 0; k < shape.inner; ++k) {
        turned_a[static_cast<size_t>(k * (shape.rows + 2) + row)] =
            a[static_cast<size_t>(row * a_stride + k)];
      }
    }
  }

  double product(int64_t row, int64_t column) const {
    double sum = 0.0;
    for (int64_t k = 0; k < shape.inner; ++k) {
      sum += static_cast<double>(a[static_cast<size_t>(row * a_stride + k)]) *
             b[static_cast<size_t>(k * b_stride + column)];
    }
    return sum;
  }

  ProductShape shape;
  int64_t a_stride, b_stride;
  std::vector<float> a, turned_a, b;
};

TEST_P(SmallProducts, AreWhatTheDefinitionSays) {
  for (const int64_t rows : {1, 2, 5, 13, 27}) {
    for (const int64_t columns : {1, 7, 8, 16, 31, 32, 64, 83}) {
      const Factors factors({.rows = rows, .inner = 9, .columns = columns});
      const int64_t stride = columns + 1;
      auto c = zeros(rows * stride), of_turned = c;
      kernels_.small_product(factors.shape, {factors.a.data(), factors.a_stride},
                             {factors.b.data(), factors.b_stride}, c.data(), stride);
      kernels_.small_product_transposed(factors.shape, {factors.turned_a.data(), rows + 2},
                                        {factors.b.data(), factors.b_stride}, of_turned.data(),
                                        stride);
      EXPECT_EQ(of_turned, c);
      for (int64_t row = 0; row < rows; ++row) {
        for (int64_t column = 0; column < columns; ++column) {
          ASSERT_NEAR(c[static_cast<size_t>(row * stride + column)], factors.product(row, column),
                      2e-6)
              << rows << " rows, " << columns << " columns: " << row << ", " << column;
        }
        ASSERT_EQ(c[static_cast<size_t>(row * stride + columns)], 0.0F) << "behind the row";
      }
    }
  }
}

// The attention of a sentence must not depend on neighboring sentences.
TEST_P(SmallProducts, HaveTheSameBitsRegardlessOfOtherRowsAndColumns) {
  const Factors factors({.rows = 13, .inner = 21, .columns = 45});
  auto together = zeros(13 * 45);
  kernels_.small_product(factors.shape, {factors.a.data(), factors.a_stride},
                         {factors.b.data(), factors.b_stride}, together.data(), 45);
  for (int64_t row = 0; row < 13; ++row) {
    for (int64_t column = 0; column < 45; ++column) {
      float alone = 0.0F;
      kernels_.small_product({.rows = 1, .inner = 21, .columns = 1},
                             {factors.a.data() + row * factors.a_stride, factors.a_stride},
                             {factors.b.data() + column, factors.b_stride}, &alone, 1);
      EXPECT_EQ(alone, together[static_cast<size_t>(row * 45 + column)]) << row << ", " << column;
    }
  }
}

TEST_P(SmallProducts, OfNothingAreZero) {
  std::vector<float> c(6, 1.0F);
  kernels_.small_product({.rows = 2, .inner = 0, .columns = 3}, {nullptr, 0}, {nullptr, 3},
                         c.data(), 3);
  EXPECT_EQ(c, zeros(6));
}

TEST_P(SmallProducts, HaveMatricesTransposed) {
  constexpr int64_t kRows = 13, kColumns = 10, kWidth = 16;
  const auto x = random_numbers(kRows * 12, 1);
  std::vector<float> y(kColumns * kWidth, 1.0F);
  kernels_.transpose({x.data(), 12}, kRows, kColumns, y.data(), kWidth);
  for (int64_t column = 0; column < kColumns; ++column) {
    for (int64_t row = 0; row < kWidth; ++row) {
      EXPECT_EQ(y[static_cast<size_t>(column * kWidth + row)],
                row < kRows ? x[static_cast<size_t>(row * 12 + column)] : 0.0F);
    }
  }
}

REGARD_FOR_EVERY_VERSION(SmallProducts);

}  // namespace
}  // namespace regard::math
