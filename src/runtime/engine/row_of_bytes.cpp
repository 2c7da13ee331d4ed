#include "engine/row_of_bytes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <numeric>

namespace regard::engine {
namespace {

/// Numbers rounded per iteration, a count that compilers can vectorize.
constexpr int64_t kAtOnce = 16;
constexpr int kLargest = 127;

float largest_of(const float* numbers, int64_t count) {
  float largest[kAtOnce] = {};
  int64_t k = 0;
  for (; k + kAtOnce <= count; k += kAtOnce) {
    for (int64_t i = 0; i < kAtOnce; ++i) {
      const float size = std::abs(numbers[k + i]);
      largest[i] = largest[i] < size ? size : largest[i];
    }
  }
  for (; k < count; ++k) largest[0] = std::max(largest[0], std::abs(numbers[k]));
  return *std::max_element(std::begin(largest), std::end(largest));
}

int largest_of(const int8_t* integers, int64_t count) {
  uint8_t largest[kAtOnce] = {};
  const auto size_of = [](int8_t integer) {
    return static_cast<uint8_t>(integer < 0 ? -integer : integer);
  };
  int64_t k = 0;
  for (; k + kAtOnce <= count; k += kAtOnce) {
    for (int64_t i = 0; i < kAtOnce; ++i) {
      const uint8_t size = size_of(integers[k + i]);
      largest[i] = largest[i] < size ? size : largest[i];
    }
  }
  for (; k < count; ++k) largest[0] = std::max(largest[0], size_of(integers[k]));
  return *std::max_element(std::begin(largest), std::end(largest));
}

/// Rounds a number below 2^22 to the nearest integer, ties to even: the sum has no fractional bits.
int32_t rounded(float number) {
  constexpr float kWhole = 12582912.0F;  // 1.5 * 2^23
  return std::bit_cast<int32_t>(number + kWhole) - std::bit_cast<int32_t>(kWhole);
}

}  // namespace

RowOfBytes::RowOfBytes(int64_t columns)
    : columns_(columns), bytes_(static_cast<size_t>(columns + kAtOnce)) {}

void RowOfBytes::become(const Matrix& matrix, int64_t row) {
  if (!matrix.has_integers()) return round(matrix.row(row));
  if (take_integers(matrix, row)) return;
  expanded_.resize(static_cast<size_t>(columns_));
  matrix.copy_row(row, expanded_.data());
  round(expanded_.data());
}

/// Copies the integers and the scale. Returns false if rounding the dequantized numbers could give
/// different integers.
bool RowOfBytes::take_integers(const Matrix& matrix, int64_t row) {
  const int8_t* integers = matrix.integers(row);
  const float scale = matrix.scale(row) * kLargest / kLargest;
  if (!std::isnormal(matrix.scale(row)) || !(scale > 0.0F) || !std::isnormal(scale)) return false;
  if (largest_of(integers, columns_) != kLargest) return false;
  std::copy_n(integers, columns_, bytes_.begin());
  scale_ = scale;
  return true;
}

/// Stores numbers / scale, rounded; 0 unless the scale is above 0.
void RowOfBytes::round(const float* numbers) {
  scale_ = largest_of(numbers, columns_) / kLargest;
  if (!(scale_ > 0.0F)) {
    std::ranges::fill(bytes_, int8_t{0});
    return;
  }
  int64_t k = 0;
  for (; k + kAtOnce <= columns_; k += kAtOnce) {
    int32_t some[kAtOnce];
    int8_t narrow[kAtOnce];
    for (int64_t i = 0; i < kAtOnce; ++i) some[i] = rounded(numbers[k + i] / scale_);
    for (int64_t i = 0; i < kAtOnce; ++i) narrow[i] = static_cast<int8_t>(some[i]);
    std::memcpy(bytes_.data() + k, narrow, sizeof(narrow));
  }
  for (; k < columns_; ++k) {
    bytes_[static_cast<size_t>(k)] = static_cast<int8_t>(rounded(numbers[k] / scale_));
  }
}

int32_t RowOfBytes::sum() const {
  int32_t sums[kAtOnce] = {};
  for (int64_t k = 0; k < columns_; k += kAtOnce) {  // reads into the padding of zeros
    for (int64_t i = 0; i < kAtOnce; ++i) sums[i] += bytes_[static_cast<size_t>(k + i)];
  }
  return std::accumulate(std::begin(sums), std::end(sums), int32_t{0});
}

}  // namespace regard::engine
