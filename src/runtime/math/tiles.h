#pragma once
#include "math/functions.h"

/// Products are computed in tiles: some rows of one matrix times some column vectors of the other,
/// with all sums in registers. Every sum runs over the inner index in order, regardless of the
/// tile, so the bits of a row depend only on that row.
namespace regard::math {
namespace {

/// The destination of a tile, with its epilogue.
struct Target {
  Epilogue epilogue;
  float* y;
  int64_t stride;

  /// The target for the tile that begins at (row, column).
  REGARD_INLINE Target at(int64_t row, int64_t column) const {
    const int64_t offset = row * stride + column;
    return {{.bias = epilogue.bias == nullptr ? nullptr : epilogue.bias + column,
             .activation = epilogue.activation,
             .residual = epilogue.residual == nullptr ? nullptr : epilogue.residual + offset},
            y + offset,
            stride};
  }

  /// Writes part of a row of the tile.
  template <class Part>
  REGARD_INLINE void write(Lanes product, int64_t row, Part part) const {
    if (epilogue.bias != nullptr) product += part.load(epilogue.bias);
    product = activated(product, epilogue.activation);
    if (epilogue.residual != nullptr) product += part.load(epilogue.residual + row * stride);
    part.store(y + row * stride, product);
  }
};

/// Calls Tile<rows>::run(arguments...), for at most kRows rows.
template <template <int> class Tile, int kRows, class... Arguments>
REGARD_INLINE void run_tile(int64_t rows, const Arguments&... arguments) {
  if constexpr (kRows > 1) {
    if (rows < kRows) return run_tile<Tile, kRows - 1>(rows, arguments...);
  }
  Tile<kRows>::run(arguments...);
}

/// Number of tiles with at most `most` rows.
REGARD_INLINE int64_t tiles_of(int64_t rows, int64_t most) { return (rows + most - 1) / most; }

/// Divides rows into tiles of nearly equal height, at most `most`; calls each(first_row, rows).
template <class Each>
REGARD_INLINE void in_tiles(int64_t rows, int64_t most, const Each& each) {
  const int64_t tiles = tiles_of(rows, most);
  for (int64_t tile = 0; tile < tiles; ++tile) {
    const int64_t begin = rows * tile / tiles;
    each(begin, rows * (tile + 1) / tiles - begin);
  }
}

/// Prefetches weights into the L2 cache during a product, `step` bytes per inner index; the
/// operands fill the L1 cache. A product with few rows mostly waits for memory, and the hardware
/// prefetcher restarts at every page. Prefetching past the end of the weights is harmless.
struct Ahead {
  const char* at;
  int64_t step;

  /// Prefetches for one inner index of a tile with kCells columns.
  template <int64_t kCells>
  REGARD_INLINE void fetch() {
    constexpr int kSecondLevel = 2;
    constexpr int64_t kLine = 64, kBytes = kCells * kCell;
    REGARD_UNROLL for (int64_t line = 0; line < kBytes; line += kLine) {
      __builtin_prefetch(at + line, 0, kSecondLevel);
    }
    at += step;
  }
};

struct NothingAhead {
  template <int64_t kCells>
  REGARD_INLINE void fetch() {}
};

/// sums[row][v] = add(input(row), weights(v), sums[row][v]). The side with fewer vectors stays in
/// registers together with the sums.
template <int kRows, int kWide, class Sums, class Input, class Weights, class Add>
REGARD_INLINE void add_outer_product(Sums (&sums)[kRows][kWide], const Input& input,
                                     const Weights& weights, const Add& add) {
  if constexpr (kWide > 4) {
    decltype(input(0)) inputs[kRows];
    REGARD_UNROLL for (int row = 0; row < kRows; ++row) inputs[row] = input(row);
    REGARD_UNROLL for (int v = 0; v < kWide; ++v) {
      const auto factor = weights(v);
      REGARD_UNROLL for (int row = 0; row < kRows; ++row) {
        sums[row][v] = add(inputs[row], factor, sums[row][v]);
      }
    }
  } else {
    decltype(weights(0)) factors[kWide];
    REGARD_UNROLL for (int v = 0; v < kWide; ++v) factors[v] = weights(v);
    REGARD_UNROLL for (int row = 0; row < kRows; ++row) {
      const auto number = input(row);
      REGARD_UNROLL for (int v = 0; v < kWide; ++v) {
        sums[row][v] = add(number, factors[v], sums[row][v]);
      }
    }
  }
}

/// Loops over rows that are not unrolled read this copy: otherwise g++ 12 would also keep the sums
/// in memory, and write each of them at every step.
template <class Sums, int kRows, int kWide>
REGARD_INLINE void copy(const Sums (&sums)[kRows][kWide], Sums (&results)[kRows][kWide]) {
  REGARD_UNROLL for (int row = 0; row < kRows; ++row) {
    REGARD_UNROLL for (int v = 0; v < kWide; ++v) results[row][v] = sums[row][v];
  }
}

/// Multiplies kRows rows of a (rows, inner) by the first kWide parts of b's rows.
template <int kRows, int kWide, class Part, class Fetching>
REGARD_INLINE void run_float_tile(int64_t inner, Strided a, Matrix b, Part part,
                                  const Target& target, Fetching ahead) {
  const auto there = [&](int64_t wide) {
    Part moved = part;
    moved.at += wide * kLanes;
    return moved;
  };
  Lanes sums[kRows][kWide] = {};
  for (int64_t k = 0; k < inner; ++k, b.data += b.stride, a.data += a.step) {
    ahead.template fetch<kWide * kLanes>();
    add_outer_product(
        sums, [&](int row) { return all(a.data[row * a.row_step]); },
        [&](int v) { return there(v).load(b.data); }, fused);
  }
  Lanes results[kRows][kWide];
  copy(sums, results);
  for (int row = 0; row < kRows; ++row) {
    REGARD_UNROLL for (int v = 0; v < kWide; ++v) target.write(results[row][v], row, there(v));
  }
}

}  // namespace
}  // namespace regard::math
