#pragma once
#include "math/attention_rows.h"
#include "math/cells.h"
#include "math/kernels.h"
#include "math/large_products.h"
#include "math/logits.h"
#include "math/packed_products.h"
#include "math/rounding.h"
#include "math/rows.h"
#include "math/small_products.h"
#include "math/versions.h"

namespace regard::math {
namespace {

/// The table of kernels for the instruction set of the including source file.
constexpr Kernels table(const char* name) {
  return {.name = name,
          .zero_byte = kZeroByte,
          .dot = dot,
          .add_scaled = add_scaled,
          .scale_add = scale_add,
          .tangent = tangents,
          .add_gated = add_gated,
          .normalize = normalize,
          .dropout = dropout,
          .row_sums = row_sums,
          .softmax_difference = softmax_difference,
          .scan = scan,
          .gru_forward = gru_forward,
          .gru_backward = gru_backward,
          .gru_before_gates = gru_before_gates,
          .gru_before_next = gru_before_next,
          .gru_before_backward_candidate = gru_before_backward_candidate,
          .gru_before_backward_gates = gru_before_backward_gates,
          .lstm_forward = lstm_forward,
          .lstm_backward = lstm_backward,
          .rnn_forward = rnn_forward,
          .rnn_backward = rnn_backward,
          .additive_score = additive_score,
          .additive_score_backward = additive_score_backward,
          .attend = attend,
          .softmax_scores = softmax_scores,
          .softmax_scores_again = softmax_scores_again,
          .softmax_scores_backward = softmax_scores_backward,
          .small_product = small_product,
          .small_product_transposed = small_product_transposed,
          .transpose = transpose,
          .large_product = large_product,
          .multiply = multiply,
          .multiply_bf16 = multiply_bf16,
          .multiply_int8 = multiply_int8,
          .round_to_bf16 = round_to_bf16,
          .quantize = quantize};
}

}  // namespace
}  // namespace regard::math
