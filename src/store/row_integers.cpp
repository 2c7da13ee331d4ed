#include "store/row_integers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace regard::store {
namespace {

constexpr float kLargest = 127.0F;

/// Of numbers that are none, too.
float largest_of(std::span<const float> row) {
  float largest = 0.0F;
  for (const float one : row) {
    if (std::isnan(one)) return one;
    largest = std::max(largest, std::abs(one));
  }
  return largest;
}

int8_t rounded(float number) {
  return std::isnan(number) ? int8_t{0} : static_cast<int8_t>(std::nearbyint(number));
}

}  // namespace

RowIntegers row_integers(std::span<const std::byte> matrix, int64_t columns) {
  const auto width = static_cast<size_t>(columns);
  const size_t rows = width == 0 ? 0 : matrix.size() / sizeof(float) / width;
  RowIntegers result{.numbers = std::vector<int8_t>(rows * width),
                     .scales = std::vector<float>(rows)};
  std::vector<float> row(width);
  for (size_t number = 0; number < rows; ++number) {
    std::memcpy(row.data(), matrix.data() + number * width * sizeof(float), width * sizeof(float));
    const float scale = largest_of(row) / kLargest;
    const float divisor = scale == 0.0F ? 1.0F : scale;
    result.scales[number] = scale;
    for (size_t column = 0; column < width; ++column) {
      result.numbers[number * width + column] = rounded(row[column] / divisor);
    }
  }
  return result;
}

void expand(const RowIntegers& integers, std::span<std::byte> matrix) {
  const size_t rows = integers.scales.size();
  const size_t width = rows == 0 ? 0 : integers.numbers.size() / rows;
  constexpr size_t kAtOnce = 16;  // which compilers make vectors of
  std::array<float, kAtOnce> products;
  for (size_t row = 0; row < rows; ++row) {
    const float scale = integers.scales[row];
    const int8_t* numbers = integers.numbers.data() + row * width;
    std::byte* to = matrix.data() + row * width * sizeof(float);
    size_t column = 0;
    for (; column + kAtOnce <= width; column += kAtOnce) {
      for (size_t i = 0; i < kAtOnce; ++i) {
        products[i] = static_cast<float>(numbers[column + i]) * scale;
      }
      std::memcpy(to + column * sizeof(float), products.data(), sizeof(products));
    }
    for (; column < width; ++column) {
      const float product = static_cast<float>(numbers[column]) * scale;
      std::memcpy(to + column * sizeof(float), &product, sizeof(product));
    }
  }
}

}  // namespace regard::store
