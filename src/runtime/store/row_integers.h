#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace regard::store {

/// A matrix as 8-bit integers: Storage::int8.
struct RowIntegers {
  std::vector<int8_t> numbers;  ///< (rows, columns)
  std::vector<float> scales;    ///< (rows)
};

/// `matrix` (rows, columns), float32: number / scale, rounded to the nearest integer, ties to even.
/// A row of zeros has the scale 0.
RowIntegers row_integers(std::span<const std::byte> matrix, int64_t columns);

/// Makes the float32 matrix (rows, columns) of its integers and the scales of its rows, which lie
/// at any address.
void expand(std::span<const std::byte> integers, std::span<const std::byte> scales,
            std::span<std::byte> matrix);

}  // namespace regard::store
