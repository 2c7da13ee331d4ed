#include "store/row_integers.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "math/integers.h"

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

void expand(std::span<const std::byte> integers, std::span<const std::byte> scales,
            std::span<std::byte> matrix) {
  const size_t rows = scales.size() / sizeof(float);
  const size_t width = rows == 0 ? 0 : integers.size() / rows;
  std::vector<float> row(width);
  for (size_t number = 0; number < rows; ++number) {
    float scale = 0.0F;
    std::memcpy(&scale, scales.data() + number * sizeof(float), sizeof(float));
    const auto* first = reinterpret_cast<const int8_t*>(integers.data()) + number * width;
    math::expand(first, scale, static_cast<int64_t>(width), row.data());
    std::memcpy(matrix.data() + number * width * sizeof(float), row.data(), width * sizeof(float));
  }
}

}  // namespace regard::store
