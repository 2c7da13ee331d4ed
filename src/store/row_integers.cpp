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

// Each integer is read before what is written comes to it: number i ends at byte 4 (i + 1), and the
// integer after it stands at byte 3 size + i + 1.
void expand(std::span<const float> scales, std::span<std::byte> matrix) {
  constexpr size_t kAtOnce = 16;  // which compilers make vectors of
  const size_t size = matrix.size() / sizeof(float);
  const size_t width = scales.empty() ? 0 : size / scales.size();
  const std::byte* from = matrix.data() + matrix.size() - size;
  std::byte* to = matrix.data();
  for (const float scale : scales) {
    for (size_t column = 0; column < width;) {
      const size_t count = std::min(kAtOnce, width - column);
      std::array<int8_t, kAtOnce> integers{};
      std::array<float, kAtOnce> numbers;
      std::memcpy(integers.data(), from, count);
      for (size_t i = 0; i < kAtOnce; ++i) numbers[i] = static_cast<float>(integers[i]) * scale;
      std::memcpy(to, numbers.data(), count * sizeof(float));
      column += count;
      from += count;
      to += count * sizeof(float);
    }
  }
}

}  // namespace regard::store
