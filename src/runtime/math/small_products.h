#pragma once
#include "math/tiles.h"
#include "math/transposition.h"

/// Kernels for products and transposition of small matrices.
namespace regard::math {
namespace {

template <int kRows>
struct PanelTile {
  static void run(int64_t inner, Strided a, Matrix b, Whole part, const Target& target) {
    run_float_tile<kRows, kPanel / kLanes>(inner, a, b, part, target, NothingAhead());
  }
};

template <int kRows>
struct VectorTile {
  static void run(int64_t inner, Strided a, Matrix b, Whole part, const Target& target) {
    run_float_tile<kRows, 1>(inner, a, b, part, target, NothingAhead());
  }
};

template <int kRows>
struct RestTile {
  static void run(int64_t inner, Strided a, Matrix b, Rest part, const Target& target) {
    run_float_tile<kRows, 1>(inner, a, b, part, target, NothingAhead());
  }
};

/// Computes the columns of c from `column`, as many as one Tile is wide.
template <template <int> class Tile, int kMost, class Part>
REGARD_INLINE void multiply_columns(const ProductShape& shape, Strided a, Matrix b, Part part,
                                    const Target& target) {
  in_tiles(shape.rows, kMost, [&](int64_t row, int64_t rows) {
    run_tile<Tile, kMost>(rows, shape.inner, a.from(row, 0), b, part, target.at(row, 0));
  });
}

REGARD_INLINE void multiply_small(const ProductShape& shape, Strided a, Matrix b, float* c,
                                  int64_t stride) {
  const Target target{.epilogue = {}, .y = c, .stride = stride};
  int64_t column = 0;
  for (; column + kPanel <= shape.columns; column += kPanel) {
    multiply_columns<PanelTile, kMostRows>(shape, a, b, Whole{column}, target);
  }
  for (; column + kLanes <= shape.columns; column += kLanes) {
    multiply_columns<VectorTile, kMostRowsOfVector>(shape, a, b, Whole{column}, target);
  }
  if (column < shape.columns) {
    const Rest rest{column, shape.columns - column};
    multiply_columns<RestTile, kMostRowsOfVector>(shape, a, b, rest, target);
  }
}

void small_product(const ProductShape& shape, Matrix a, Matrix b, float* c, int64_t stride) {
  multiply_small(shape, {a.data, a.stride, 1}, b, c, stride);
}

void small_product_transposed(const ProductShape& shape, Matrix a, Matrix b, float* c,
                              int64_t stride) {
  multiply_small(shape, {a.data, 1, a.stride}, b, c, stride);
}

void transpose(Matrix x, int64_t rows, int64_t columns, float* result, int64_t width) {
  transpose_rows(x.data, x.stride, rows, columns, result, width);
  for (int64_t column = 0; column < columns; ++column) {
    for (int64_t row = rows; row < width; ++row) result[column * width + row] = 0.0F;
  }
}

}  // namespace
}  // namespace regard::math
