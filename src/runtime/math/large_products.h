#pragma once
#include "math/packed_products.h"
#include "math/transposition.h"

/// Multiplies matrices of any size, as in Goto and van de Geijn (2008): blocks of both factors stay
/// in the caches, packed where they would otherwise be read with gaps.
namespace regard::math {
namespace {

REGARD_INLINE int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/// Packs up to kPanel columns of b (inner, columns) into a panel; missing columns are 0.
REGARD_INLINE void pack_panel(const Strided& b, int64_t inner, int64_t columns, float* panel) {
  if (columns < kPanel) {
    for (int64_t i = 0; i < inner * kPanel; ++i) panel[i] = 0.0F;
  }
  if (b.step == 1) {
    for (int64_t k = 0; k < inner; ++k, panel += kPanel) {
      const float* from = b.data + k * b.row_step;
      if (columns == kPanel) {
        __builtin_memcpy(panel, from, kPanel * sizeof(float));
      } else {
        for (int64_t column = 0; column < columns; ++column) panel[column] = from[column];
      }
    }
    return;
  }
  constexpr int64_t kAtATime = 16;  // one cache line of each column
  for (int64_t first = 0; first < inner; first += kAtATime) {
    transpose_rows(b.data + first, b.step, columns, least(kAtATime, inner - first),
                   panel + first * kPanel, kPanel);
  }
}

/// Packs rows of a transposed matrix, tile by tile, so that the numbers of a tile's rows are
/// adjacent.
REGARD_INLINE void pack_turned(const Strided& a, int64_t rows, int64_t inner, float* packed) {
  in_tiles(rows, kTallRows, [&](int64_t row, int64_t height) {
    const float* from = a.data + row;
    float* to = packed + row * inner;
    if (height == kTallRows) {
      for (int64_t k = 0; k < inner; ++k) {
        __builtin_memcpy(to + k * kTallRows, from + k * a.step, kTallRows * sizeof(float));
      }
      return;
    }
    for (int64_t k = 0; k < inner; ++k) {
      for (int64_t i = 0; i < height; ++i) to[k * height + i] = from[k * a.step + i];
    }
  });
}

template <int kRows, int kWide>
struct BlockTile {
  static void run(int64_t inner, const Strided& a, const float* panel, const Target& target) {
    run_float_tile<kRows, kWide>(inner, a, {panel, kPanel}, Whole{0}, target, NothingAhead());
  }
};

/// A block of a, packed or not.
struct RowBlock {
  Strided a;
  int64_t rows, inner;
  const float* packed;  ///< packed inputs, or null

  Strided tile(int64_t row, int64_t height) const {
    if (packed != nullptr) return {packed + row * inner, 1, height};
    return a.from(row, 0);
  }
};

REGARD_INLINE void multiply_panel(const RowBlock& block, const float* panel, const Target& target) {
  for (int64_t column = 0; column < kPanel; column += kTallVectors * kLanes) {
    in_tiles(block.rows, kTallRows, [&](int64_t row, int64_t height) {
      run_tile<Wide<BlockTile, kTallVectors>::template Tall, kTallRows>(
          height, block.inner, block.tile(row, height), panel + column, target.at(row, column));
    });
  }
}

/// Multiplies by the last, incomplete panel, through the buffer `whole` (rows, kPanel).
REGARD_INLINE void multiply_rest(const RowBlock& block, const float* panel, int64_t columns,
                                 const ProductResult& c, float* whole) {
  multiply_panel(block, panel, {.epilogue = {}, .y = whole, .stride = kPanel});
  for (int64_t row = 0; row < block.rows; ++row) {
    for (int64_t column = 0; column < columns; ++column) {
      const float product = whole[row * kPanel + column];
      float& sum = c.data[row * c.stride + column];
      sum = c.is_added ? sum + product : product;
    }
  }
}

/// Multiplies rows of a by packed panels with `columns` columns in total.
REGARD_INLINE void multiply_block(const RowBlock& block, const float* panels, int64_t columns,
                                  const ProductResult& c, float* whole) {
  for (int64_t column = 0; column < columns; column += kPanel) {
    const float* panel = panels + column * block.inner;
    float* y = c.data + column;
    if (columns - column < kPanel) {
      return multiply_rest(block, panel, columns - column, {y, c.stride, c.is_added}, whole);
    }
    multiply_panel(
        block, panel,
        {.epilogue = {.residual = c.is_added ? y : nullptr}, .y = y, .stride = c.stride});
  }
}

void large_product(const ProductShape& shape, const Strided& a, const Strided& b,
                   const ProductResult& c, float* scratch) {
  float* panels = scratch;
  float* turned = panels + kInnerOfBlock * kColumnsOfBlock;
  float* whole = turned + kInnerOfBlock * kRowsOfBlock;
  for (int64_t column = 0; column < shape.columns; column += kColumnsOfBlock) {
    const int64_t columns = least(kColumnsOfBlock, shape.columns - column);
    for (int64_t k = 0; k < shape.inner; k += kInnerOfBlock) {
      const int64_t inner = least(kInnerOfBlock, shape.inner - k);
      for (int64_t first = 0; first < columns; first += kPanel) {
        pack_panel(b.from(k, column + first), inner, least(kPanel, columns - first),
                   panels + first * inner);
      }
      for (int64_t row = 0; row < shape.rows; row += kRowsOfBlock) {
        const int64_t rows = least(kRowsOfBlock, shape.rows - row);
        const Strided some = a.from(row, k);
        const bool is_turned = a.row_step == 1 && a.step != 1;
        if (is_turned) pack_turned(some, rows, inner, turned);
        multiply_block({some, rows, inner, is_turned ? turned : nullptr}, panels, columns,
                       {c.data + row * c.stride + column, c.stride, c.is_added || k > 0}, whole);
      }
    }
  }
}

}  // namespace
}  // namespace regard::math
