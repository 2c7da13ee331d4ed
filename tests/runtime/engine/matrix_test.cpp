#include "engine/matrix.h"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <vector>

namespace regard::engine {
namespace {

/// A matrix with the numbers 1, 2, 3, ...
Matrix counting(int64_t rows, int64_t columns) {
  const auto numbers = std::make_shared<std::vector<float>>(rows * columns);
  std::iota(numbers->begin(), numbers->end(), 1.0F);
  return {Numbers(numbers, numbers->data()), rows, columns};
}

using Floats = std::vector<float>;

TEST(Matrix, HasRows) {
  const auto matrix = counting(3, 2);
  EXPECT_EQ(matrix.row(1)[0], 3);
  EXPECT_EQ(matrix.copy(), (Floats{1, 2, 3, 4, 5, 6}));
}

TEST(Matrix, SharesTheMemoryOfSomeOfItsRows) {
  const auto matrix = counting(4, 2);
  const auto some = matrix.rows(1, 2);
  EXPECT_EQ(some.copy(), (Floats{3, 4, 5, 6}));
  EXPECT_EQ(some.data(), matrix.row(1));
}

TEST(Matrix, OwnsTheNumbersOfItsRows) {
  const auto some = counting(4, 2).rows(3, 1);
  EXPECT_EQ(some.copy(), (Floats{7, 8}));
}

TEST(Matrix, HasColumns) { EXPECT_EQ(counting(2, 3).columns(1, 2).copy(), (Floats{2, 3, 5, 6})); }

TEST(Matrix, PutsOddRowsAfterEvenOnes) {
  EXPECT_EQ(counting(5, 1).evens_then_odds().copy(), (Floats{1, 3, 5, 2, 4}));
}

TEST(Matrix, HasProducts) {
  const auto result = product(counting(1, 2), counting(2, 3));
  EXPECT_EQ(result.rows(), 1);
  EXPECT_EQ(result.copy(), (Floats{1 + 2 * 4, 2 + 2 * 5, 3 + 2 * 6}));
}

/// Integers from -2 upwards, in rows with the scales 0.5, 1.5, ...
Matrix counting_integers(int64_t rows, int64_t columns) {
  const auto numbers = std::make_shared<std::vector<int8_t>>(rows * columns);
  std::iota(numbers->begin(), numbers->end(), int8_t{-2});
  const auto scales = std::make_shared<std::vector<float>>(rows);
  std::iota(scales->begin(), scales->end(), 0.5F);
  return {Numbers({numbers, numbers->data()}, {scales, scales->data()}), rows, columns};
}

TEST(Matrix, OfIntegersHasTheirProductsWithTheScales) {
  const auto matrix = counting_integers(3, 2);
  EXPECT_TRUE(matrix.has_integers());
  EXPECT_FALSE(matrix.floats().has_integers());
  EXPECT_EQ(matrix.floats().copy(), (Floats{-1, -0.5F, 0, 1.5F, 5, 7.5F}));
  EXPECT_EQ(matrix.copy(), matrix.floats().copy());
  Floats row(2);
  matrix.copy_row(2, row.data());
  EXPECT_EQ(row, (Floats{5, 7.5F}));
}

TEST(Matrix, OfIntegersHasRowsAndColumns) {
  const auto matrix = counting_integers(3, 2);
  EXPECT_TRUE(matrix.rows(1, 2).has_integers());
  EXPECT_EQ(matrix.rows(1, 2).copy(), (Floats{0, 1.5F, 5, 7.5F}));
  EXPECT_EQ(matrix.columns(1, 1).copy(), (Floats{-0.5F, 1.5F, 7.5F}));
  EXPECT_EQ(matrix.evens_then_odds().copy(), (Floats{-1, -0.5F, 5, 7.5F, 0, 1.5F}));
}

}  // namespace
}  // namespace regard::engine
