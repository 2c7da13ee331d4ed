#include "engine/row_of_bytes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace regard::engine {
namespace {

/// A matrix of integers that owns its memory.
Matrix integers(std::vector<int8_t> numbers, std::vector<float> scales, int64_t columns) {
  const auto kept = std::make_shared<std::pair<std::vector<int8_t>, std::vector<float>>>(
      std::move(numbers), std::move(scales));
  const auto rows = static_cast<int64_t>(kept->second.size());
  return {Numbers({kept, kept->first.data()}, {kept, kept->second.data()}), rows, columns};
}

struct Row {
  std::vector<int8_t> bytes;
  float scale;
  int32_t sum;
  bool operator==(const Row&) const = default;
};

Row row_of(const Matrix& matrix) {
  RowOfBytes row(matrix.columns());
  row.become(matrix, 0);
  return {{row.data(), row.data() + matrix.columns()}, row.scale(), row.sum()};
}

Matrix floats(std::vector<float> numbers) {
  const auto kept = std::make_shared<std::vector<float>>(std::move(numbers));
  return {Numbers(kept, kept->data()), 1, static_cast<int64_t>(kept->size())};
}

TEST(RowOfBytes, MapsTheLargestNumberTo127) {
  EXPECT_EQ(row_of(floats({127.0F, -63.6F, 0.5F, 1.5F})),
            (Row{.bytes = {127, -64, 0, 2}, .scale = 1.0F, .sum = 65}));
}

TEST(RowOfBytes, OfZerosHasTheScaleZero) {
  EXPECT_EQ(row_of(floats({0.0F, -0.0F})), (Row{.bytes = {0, 0}, .scale = 0.0F, .sum = 0}));
}

// A model stored as integers must give the same translations, wherever it is quantized.
TEST(RowOfBytes, OfIntegersIsThatOfTheNumbersTheyStandFor) {
  std::mt19937 random(4);
  std::uniform_int_distribution<int> integer(-128, 127), size(1, 70), exponent(-150, 120);
  std::uniform_real_distribution<float> mantissa(0.5F, 1.0F);
  for (int i = 0; i < 2000; ++i) {
    std::vector<int8_t> numbers(static_cast<size_t>(size(random)));
    for (auto& number : numbers) number = static_cast<int8_t>(integer(random));
    if (i % 4 != 0) numbers.front() = i % 2 == 0 ? 127 : -127;
    const auto columns = static_cast<int64_t>(numbers.size());
    const float scale = std::ldexp(mantissa(random), exponent(random));
    const auto matrix = integers(numbers, {scale}, columns);
    EXPECT_EQ(row_of(matrix), row_of(matrix.floats())) << "row " << i << ", scale " << scale;
  }
}

TEST(RowOfBytes, OfIntegersWithAScaleOfZeroIsZero) {
  EXPECT_EQ(row_of(integers({127, 3}, {0.0F}, 2)), (Row{.bytes = {0, 0}, .scale = 0.0F, .sum = 0}));
}

}  // namespace
}  // namespace regard::engine
