#pragma once
#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace regard::model {

/// What a step of a decoder or of a language model reads and changes.
struct DecoderState {
  std::vector<torch::Tensor> tensors;  ///< the architecture's own; rows in dimension 0
  int64_t position = 0;                ///< of the token that the next step reads; the first is 0

  /// The rows `rows` (int64, 1-d), in that order; a row may come several times.
  DecoderState select(const torch::Tensor& rows) const;
  /// The same numbers, through which no gradient goes back.
  DecoderState detach() const;
};

/// Rows of each tensor.
std::vector<torch::Tensor> select_rows(const std::vector<torch::Tensor>& tensors,
                                       const torch::Tensor& rows);

}  // namespace regard::model
