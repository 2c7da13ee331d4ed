#include "store/row_integers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace regard::store {
namespace {

RowIntegers integers_of(const std::vector<float>& matrix, int64_t columns) {
  return row_integers(std::as_bytes(std::span(matrix)), columns);
}

TEST(RowIntegers, MapTheLargestNumberOfARowTo127) {
  const auto integers = integers_of({1.0F, -2.0F, 0.5F, 0.1F}, 2);
  EXPECT_EQ(integers.numbers, (std::vector<int8_t>{64, -127, 127, 25}));
  EXPECT_EQ(integers.scales, (std::vector<float>{2.0F / 127.0F, 0.5F / 127.0F}));
}

TEST(RowIntegers, RoundTiesToEven) {
  EXPECT_EQ(integers_of({127.0F, 0.5F, 1.5F, -2.5F}, 4).numbers,
            (std::vector<int8_t>{127, 0, 2, -2}));
}

TEST(RowIntegers, OfZerosHaveTheScaleZero) {
  const auto integers = integers_of({0.0F, -0.0F}, 2);
  EXPECT_EQ(integers.numbers, (std::vector<int8_t>{0, 0}));
  EXPECT_EQ(integers.scales, std::vector<float>{0.0F});
}

TEST(RowIntegers, StayNoNumbersWhereARowHasOne) {
  const auto integers = integers_of({1.0F, std::numeric_limits<float>::quiet_NaN()}, 2);
  std::vector<float> matrix(2);
  expand(integers, std::as_writable_bytes(std::span(matrix)));
  EXPECT_TRUE(std::isnan(matrix[0]));
}

TEST(RowIntegers, ExpandToTheirProductsWithTheScale) {
  std::vector<float> matrix(4);
  expand({.numbers = {3, -4, 127, 0}, .scales = {0.5F, 2.0F}},
         std::as_writable_bytes(std::span(matrix)));
  EXPECT_EQ(matrix, (std::vector<float>{1.5F, -2.0F, 254.0F, 0.0F}));
}

}  // namespace
}  // namespace regard::store
