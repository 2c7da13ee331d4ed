#pragma once
#include "math/tiles.h"

/// Kernels for products with packed matrices.
namespace regard::math {
namespace {

constexpr int kVectors = kPanel / kLanes;

/// Tiles of one width, as templates of their height only.
template <template <int, int> class Tile, int kWide>
struct Wide {
  template <int kRows>
  using Tall = Tile<kRows, kWide>;
};

// Inputs starting at a row; weights starting at a panel, or at a column of the first panel.
REGARD_INLINE FloatRows from_row(const FloatRows& x, const FloatPanels&, int64_t row) {
  return {x.data + row * x.stride, x.stride, x.count - row};
}
REGARD_INLINE FloatPanels from_panel(const FloatPanels& weights, int64_t panel) {
  return {weights.data + panel * weights.depth * kPanel, weights.depth};
}
REGARD_INLINE FloatPanels from_column(const FloatPanels& weights, int64_t column) {
  return {weights.data + column, weights.depth};
}
REGARD_INLINE Bf16Rows from_row(const Bf16Rows& x, const Bf16Panels& weights, int64_t row) {
  return {x.data + row * 2 * weights.pairs, x.count - row};
}
REGARD_INLINE Bf16Panels from_panel(const Bf16Panels& weights, int64_t panel) {
  return {weights.data + panel * weights.pairs * 2 * kPanel, weights.pairs};
}
REGARD_INLINE Bf16Panels from_column(const Bf16Panels& weights, int64_t column) {
  return {weights.data + 2 * column, weights.pairs};
}
REGARD_INLINE QuantizedRows from_row(const QuantizedRows& x, const Int8Panels& weights,
                                     int64_t row) {
  return {x.data + row * 4 * weights.groups, x.scales + row, x.count - row};
}
REGARD_INLINE Int8Panels from_panel(const Int8Panels& weights, int64_t panel) {
  return {weights.data + panel * weights.groups * 4 * kPanel, weights.groups,
          weights.scales + panel * kPanel, weights.compensation + panel * kPanel};
}
REGARD_INLINE Int8Panels from_column(const Int8Panels& weights, int64_t column) {
  return {weights.data + 4 * column, weights.groups, weights.scales + column,
          weights.compensation + column};
}

/// Number of inner steps of a panel, each with kPanel cells.
REGARD_INLINE int64_t depth(const FloatPanels& weights) { return weights.depth; }
REGARD_INLINE int64_t depth(const Bf16Panels& weights) { return weights.pairs; }
REGARD_INLINE int64_t depth(const Int8Panels& weights) { return weights.groups; }

REGARD_INLINE Ints load_ints(const void* from) {
  Ints ints;
  __builtin_memcpy(&ints, from, sizeof(ints));
  return ints;
}

/// Repeats the same four bytes in every lane.
REGARD_INLINE Ints all_four_bytes(const void* from) {
  int32_t bytes;
  __builtin_memcpy(&bytes, from, sizeof(bytes));
  return Ints{} + bytes;
}

/// Signed bytes need no compensation.
REGARD_INLINE Ints first_sums(const int32_t* compensation) {
  return kZeroByte == 0 ? Ints{} : load_ints(compensation);
}

#ifndef REGARD_BF16
// A bf16 is the upper half of a float32, so both factors are widened in registers.
REGARD_INLINE Lanes add_pairs(Lanes sums, Ints x, Ints weights) {
  return fused((Lanes)(x & ~0xFFFF), (Lanes)(weights & ~0xFFFF),
               fused((Lanes)(x << 16), (Lanes)(weights << 16), sums));
}
#endif

/// A tile with the first kWide vectors of a panel.
template <int kRows, int kWide>
struct FloatTile {
  static void run(const FloatRows& x, const FloatPanels& panel, const Target& target,
                  const Ahead& ahead) {
    run_float_tile<kRows, kWide>(panel.depth, {x.data, x.stride, 1}, {panel.data, kPanel}, Whole{0},
                                 target, ahead);
  }
};

/// sums = add(cell of a row, cells of a panel, sums), for `cells` cells of 4 bytes (2 bf16 or 4
/// int8).
template <int kRows, int kWide, class Sums, class Add>
REGARD_INLINE void add_cells(Sums (&sums)[kRows][kWide], const void* rows, const void* panel,
                             int64_t cells, Ahead ahead, const Add& add) {
  const auto* weights = static_cast<const char*>(panel);
  const auto* inputs = static_cast<const char*>(rows);
  for (int64_t cell = 0; cell < cells; ++cell, weights += kCell * kPanel, inputs += kCell) {
    ahead.fetch<kWide * kLanes>();
    add_outer_product(
        sums, [&](int row) { return all_four_bytes(inputs + kCell * row * cells); },
        [&](int v) { return load_ints(weights + kCell * v * kLanes); }, add);
  }
}

template <int kRows, int kWide>
struct Bf16Tile {
  static void run(const Bf16Rows& x, const Bf16Panels& panel, const Target& target,
                  const Ahead& ahead) {
    Lanes sums[kRows][kWide] = {};
    add_cells<kRows, kWide>(
        sums, x.data, panel.data, panel.pairs, ahead,
        [](Ints input, Ints weights, Lanes sum) { return add_pairs(sum, input, weights); });
    Lanes results[kRows][kWide];
    copy(sums, results);
    for (int row = 0; row < kRows; ++row) {
      REGARD_UNROLL for (int v = 0; v < kWide; ++v) {
        target.write(results[row][v], row, Whole{v * kLanes});
      }
    }
  }
};

template <int kRows, int kWide>
struct Int8Tile {
  static void run(const QuantizedRows& x, const Int8Panels& panel, const Target& target,
                  const Ahead& ahead) {
    Ints sums[kRows][kWide];
    for (int row = 0; row < kRows; ++row) {
      REGARD_UNROLL for (int v = 0; v < kWide; ++v) {
        sums[row][v] = first_sums(panel.compensation + v * kLanes);
      }
    }
    add_cells<kRows, kWide>(
        sums, x.data, panel.data, panel.groups, ahead,
        [](Ints input, Ints weights, Ints sum) { return add_products(sum, input, weights); });
    for (int row = 0; row < kRows; ++row) {
      REGARD_UNROLL for (int v = 0; v < kWide; ++v) {
        const Lanes scale = load(panel.scales + v * kLanes) * x.scales[row];
        target.write(__builtin_convertvector(sums[row][v], Lanes) * scale, row, Whole{v * kLanes});
      }
    }
  }
};

/// With many rows, each tile prefetches part of the next panel, so that memory is read at an even
/// rate.
REGARD_INLINE Ahead next_panel(const void* panel, int64_t rows) {
  const int64_t tiles = tiles_of(rows, kTallRows) * (kPanel / (kTallVectors * kLanes));
  return {static_cast<const char*>(panel), (kCell * kPanel + tiles - 1) / tiles};
}

/// Multiplies the rows by the first kWide vectors of a panel; advances `ahead`.
template <template <int, int> class Tile, int kMost, int kWide, class Inputs, class Panels>
REGARD_INLINE void multiply_rows(const Inputs& x, const Panels& panel, const Target& target,
                                 Ahead& ahead) {
  in_tiles(x.count, kMost, [&](int64_t row, int64_t rows) {
    run_tile<Wide<Tile, kWide>::template Tall, kMost>(rows, from_row(x, panel, row), panel,
                                                      target.at(row, 0), ahead);
    ahead.at += depth(panel) * ahead.step;
  });
}

template <template <int, int> class Tile, class Inputs, class Panels>
REGARD_INLINE void multiply_by(const Inputs& x, const Panels& weights, int64_t panels,
                               const Target& target) {
  for (int64_t number = 0; number < panels; ++number) {
    const Panels panel = from_panel(weights, number);
    const Target there = target.at(0, number * kPanel);
    if (x.count <= kMostRows) {
      constexpr int64_t kNear = 16384;  // the fastest of 2 to 32 KiB on Zen 5
      Ahead ahead{reinterpret_cast<const char*>(panel.data) + kNear, kCell * kPanel};
      multiply_rows<Tile, kMostRows, kVectors>(x, panel, there, ahead);
      continue;
    }
    Ahead ahead = next_panel(from_panel(panel, 1).data, x.count);
    for (int64_t column = 0; column < kPanel; column += kTallVectors * kLanes) {
      multiply_rows<Tile, kTallRows, kTallVectors>(x, from_column(panel, column),
                                                   there.at(0, column), ahead);
    }
  }
}

void multiply(FloatRows x, const FloatPanels& weights, int64_t panels, const Epilogue& epilogue,
              float* y, int64_t stride) {
  multiply_by<FloatTile>(x, weights, panels, {epilogue, y, stride});
}

void multiply_bf16(const Bf16Rows& x, const Bf16Panels& weights, int64_t panels,
                   const Epilogue& epilogue, float* y, int64_t stride) {
  multiply_by<Bf16Tile>(x, weights, panels, {epilogue, y, stride});
}

void multiply_int8(const QuantizedRows& x, const Int8Panels& weights, int64_t panels,
                   const Epilogue& epilogue, float* y, int64_t stride) {
  multiply_by<Int8Tile>(x, weights, panels, {epilogue, y, stride});
}

}  // namespace
}  // namespace regard::math
