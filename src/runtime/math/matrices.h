#pragma once
#include <cstdint>

#include "math/activation.h"

/// Memory layouts of the kernels' matrices.
namespace regard::math {

/// Columns of a panel, the part of a packed matrix that is multiplied with a tile of rows. Result
/// rows have room for whole panels.
inline constexpr int64_t kPanel = 32;

/// Bytes of a cell: one input for an output in float32, two in bf16, four in int8. A panel is a
/// sequence of groups of kPanel cells, one cell for each of its outputs.
inline constexpr int64_t kCell = 4;

/// A matrix with rows `stride` numbers apart.
struct Matrix {
  const float* data;
  int64_t stride;
};

/// A matrix, possibly stored transposed: element (row, column) is at data[row * row_step + column *
/// step].
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

/// The shape of the product of a (rows, inner) and b (inner, columns).
struct ProductShape {
  int64_t rows, inner, columns;
};

/// Block sizes of a large product, chosen so that the packed blocks of both factors stay in the L2
/// cache.
inline constexpr int64_t kRowsOfBlock = 240, kInnerOfBlock = 256, kColumnsOfBlock = 2048;

/// Size of the scratch memory for a large product, in numbers.
inline constexpr int64_t kScratchOfProduct =
    kInnerOfBlock * (kRowsOfBlock + kColumnsOfBlock) + kRowsOfBlock * kPanel;

/// Destination of a large product, with rows `stride` apart: overwritten, or added to.
struct ProductResult {
  float* data;
  int64_t stride;
  bool is_added;
};

/// Panels of float32 weights: for each of `depth` inputs, a panel has kPanel weights.
struct FloatPanels {
  const float* data;
  int64_t depth;
};

/// Panels of bf16 weights: for each pair of inputs, a panel has 2 weights for each of its kPanel
/// columns. The last pair may be padded with a zero.
struct Bf16Panels {
  const uint16_t* data;
  int64_t pairs;
};

/// Rows of bf16, 2 * pairs numbers apart.
struct Bf16Rows {
  const uint16_t* data;
  int64_t count;
};

/// Panels of int8 weights: for each group of 4 inputs, a panel has 4 weights for each of its kPanel
/// columns. The last group is padded with zeros.
struct Int8Panels {
  const int8_t* data;
  int64_t groups;
  const float* scales;          ///< factor of each column's weights
  const int32_t* compensation;  ///< for each column, -128 * the sum of its weights
};

/// Rows quantized to bytes: x = (byte - zero) * scale, where `zero` depends on the kernels
/// (Kernels::zero_byte): 128 for unsigned bytes, 0 for signed ones.
struct QuantizedRows {
  const uint8_t* data;  ///< rows 4 * groups bytes apart
  const float* scales;  ///< scale of each row
  int64_t count;
};

/// Operations on a product before it is stored: + bias, activation, + residual.
struct Epilogue {
  const float* bias = nullptr;  ///< bias of every column, in whole panels; null: none
  Activation activation = Activation::none;
  const float* residual = nullptr;  ///< rows `stride` apart, as in the result; null: none
};

}  // namespace regard::math
