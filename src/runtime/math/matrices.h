#pragma once
#include <cstdint>

#include "math/activation.h"

/// How the matrices lie in memory that kernels multiply.
namespace regard::math {

/// Columns of a panel: the part of a packed matrix that a tile of rows is multiplied with. Rows
/// that receive products have room for whole panels.
inline constexpr int64_t kPanel = 32;

/// Bytes of a cell: one input of an output in float32, two in bf16, four in int8. A panel is a
/// sequence of groups of kPanel cells, one cell for each of its outputs.
inline constexpr int64_t kCell = 4;

/// A matrix whose rows lie `stride` numbers apart.
struct Matrix {
  const float* data;
  int64_t stride;
};

/// A matrix as it lies or transposed: number (row, column) stands at
/// data[row * row_step + column * step].
struct Strided {
  const float* data;
  int64_t row_step, step;

  Strided from(int64_t row, int64_t column) const {
    return {data + row * row_step + column * step, row_step, step};
  }
};

/// Rows of float32, `stride` numbers apart.
struct FloatRows {
  const float* data;
  int64_t stride;
  int64_t count;
};

/// Shape of the product of a (rows, inner) and b (inner, columns).
struct ProductShape {
  int64_t rows, inner, columns;
};

/// How many rows, inner numbers and columns of a large product are computed at a time: what is
/// packed of both factors stays in the second-level cache.
inline constexpr int64_t kRowsOfBlock = 240, kInnerOfBlock = 256, kColumnsOfBlock = 2048;

/// Numbers of the scratch memory of a large product.
inline constexpr int64_t kScratchOfProduct =
    kInnerOfBlock * (kRowsOfBlock + kColumnsOfBlock) + kRowsOfBlock * kPanel;

/// Where a large product goes, rows `stride` apart: in place of what is there, or added to it.
struct ProductResult {
  float* data;
  int64_t stride;
  bool is_added;
};

/// Panels of float32 weights: panel p holds, for each of `depth` inputs, kPanel weights.
struct FloatPanels {
  const float* data;
  int64_t depth;
};

/// Panels of bf16 weights: panel p holds, for each pair of inputs, 2 weights of each of its kPanel
/// columns. The last pair may be filled up with a zero.
struct Bf16Panels {
  const uint16_t* data;
  int64_t pairs;
};

/// Rows of bf16, 2 * pairs numbers apart.
struct Bf16Rows {
  const uint16_t* data;
  int64_t count;
};

/// Panels of int8 weights: panel p holds, for each group of 4 inputs, 4 weights of each of its
/// kPanel columns. The last group is filled up with zeros.
struct Int8Panels {
  const int8_t* data;
  int64_t groups;
  const float* scales;          ///< what a column's weights are multiplied with
  const int32_t* compensation;  ///< for each column, -128 * the sum of its weights
};

/// Rows of floats as bytes: x = (byte - zero) * scale, with the `zero` of a version of the kernels
/// (Kernels::zero_byte), 128 for unsigned bytes and 0 for signed ones.
struct QuantizedRows {
  const uint8_t* data;  ///< 4 * groups bytes apart
  const float* scales;  ///< scale of each row
  int64_t count;
};

/// What is done to a product on its way to memory: + bias, activation, + residual.
struct Epilogue {
  const float* bias = nullptr;  ///< bias of every column, whole panels; or none
  Activation activation = Activation::none;
  const float* residual = nullptr;  ///< rows `stride` apart like those of the result, or none
};

}  // namespace regard::math
