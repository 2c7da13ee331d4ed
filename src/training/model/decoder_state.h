#pragma once
#include <cstdint>

#include "model/row_tensors.h"

namespace regard::model {

/// What a step of a decoder or of a language model reads and changes.
struct DecoderState {
  RowTensors own;        ///< the architecture's
  int64_t position = 0;  ///< of the token that the next step reads; the first is 0

  /// The rows `rows` (int64, 1-d), in that order; a row may come several times.
  DecoderState select(const torch::Tensor& rows) const { return {own.select(rows), position}; }
  /// The same values, cut off from the gradient.
  DecoderState detach() const {
    return {own.map([](const torch::Tensor& tensor) { return tensor.detach(); }), position};
  }
};

}  // namespace regard::model
