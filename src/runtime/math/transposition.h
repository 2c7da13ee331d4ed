#pragma once
#include <cstdint>

#include "math/attributes.h"

/// Transposition of matrices in blocks of four by four.
namespace regard::math {
namespace {

using Four = float __attribute__((vector_size(16)));

REGARD_INLINE Four load_four(const float* x) {
  Four four;
  __builtin_memcpy(&four, x, sizeof(four));
  return four;
}
REGARD_INLINE void store_four(float* x, Four four) { __builtin_memcpy(x, &four, sizeof(four)); }

/// to = from' for a 4 x 4 block, with rows `from_stride` and `to_stride` apart.
REGARD_INLINE void transpose_four(const float* from, int64_t from_stride, float* to,
                                  int64_t to_stride) {
  const Four a = load_four(from), b = load_four(from + from_stride),
             c = load_four(from + 2 * from_stride), d = load_four(from + 3 * from_stride);
  const Four ab = __builtin_shufflevector(a, b, 0, 4, 1, 5),
             cd = __builtin_shufflevector(c, d, 0, 4, 1, 5),
             ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7),
             cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  store_four(to, __builtin_shufflevector(ab, cd, 0, 1, 4, 5));
  store_four(to + to_stride, __builtin_shufflevector(ab, cd, 2, 3, 6, 7));
  store_four(to + 2 * to_stride, __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5));
  store_four(to + 3 * to_stride, __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7));
}

/// to (columns, rows) = from', for from (rows, columns).
REGARD_INLINE void transpose_rows(const float* from, int64_t from_stride, int64_t rows,
                                  int64_t columns, float* to, int64_t to_stride) {
  constexpr int64_t kFour = 4;
  int64_t row = 0;
  for (; row + kFour <= rows; row += kFour) {
    const float* first = from + row * from_stride;
    int64_t column = 0;
    for (; column + kFour <= columns; column += kFour) {
      transpose_four(first + column, from_stride, to + column * to_stride + row, to_stride);
    }
    for (; column < columns; ++column) {
      for (int64_t i = 0; i < kFour; ++i) {
        to[column * to_stride + row + i] = first[i * from_stride + column];
      }
    }
  }
  for (; row < rows; ++row) {
    for (int64_t column = 0; column < columns; ++column) {
      to[column * to_stride + row] = from[row * from_stride + column];
    }
  }
}

}  // namespace
}  // namespace regard::math
