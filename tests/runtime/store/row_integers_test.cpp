#include "store/model_file.h"

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

std::vector<float> expanded(const RowIntegers& integers) {
  std::vector<float> matrix(integers.numbers.size());
  expand(std::as_bytes(std::span(integers.numbers)), std::as_bytes(std::span(integers.scales)),
         std::as_writable_bytes(std::span(matrix)));
  return matrix;
}

TEST(RowIntegers, StayNoNumbersWhereARowHasOne) {
  const auto matrix = expanded(integers_of({1.0F, std::numeric_limits<float>::quiet_NaN()}, 2));
  EXPECT_TRUE(std::isnan(matrix[0]));
}

TEST(RowIntegers, ExpandToTheirProductsWithTheScale) {
  EXPECT_EQ(expanded({.numbers = {3, -4, 127, 0}, .scales = {0.5F, 2.0F}}),
            (std::vector<float>{1.5F, -2.0F, 254.0F, 0.0F}));
}

TEST(RowIntegers, ExpandWhateverTheWidth) {
  for (const int64_t width : {1, 2, 5, 15, 16, 17, 33, 64, 100}) {
    RowIntegers integers;
    std::vector<float> expected;
    for (int64_t row = 0; row < 7; ++row) {
      integers.scales.push_back(static_cast<float>(row) + 0.5F);
      for (int64_t column = 0; column < width; ++column) {
        const auto number = static_cast<int8_t>((row * 31 + column * 7) % 255 - 127);
        integers.numbers.push_back(number);
        expected.push_back(static_cast<float>(number) * integers.scales.back());
      }
    }
    EXPECT_EQ(expanded(integers), expected) << "width " << width;
  }
}

}  // namespace
}  // namespace regard::store
