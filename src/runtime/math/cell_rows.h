#pragma once

/// Operands of the recurrent cell kernels.
namespace regard::math {

/// Gradients for the inputs of a GRU step.
struct GruGradients {
  float* input;   ///< (3 * size)
  float* hidden;  ///< (3 * size)
  float* state;
};

/// The result of an LSTM step.
struct LstmState {
  float* hidden;
  float* cell;
};

/// Values of the forward step that the backward pass of an LSTM needs.
struct LstmTape {
  const float* gates;  ///< (4 * size)
  const float* cell;
  const float* next_cell;
};

}  // namespace regard::math
