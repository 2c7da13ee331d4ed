#pragma once

/// Rows that the kernels of recurrent cells read and write.
namespace regard::math {

/// Gradients of the inputs of a GRU's step.
struct GruGradients {
  float* input;   ///< (3 * size)
  float* hidden;  ///< (3 * size)
  float* state;
};

/// The result of an LSTM's step.
struct LstmState {
  float* hidden;
  float* cell;
};

/// What the backward pass of an LSTM needs from the step.
struct LstmTape {
  const float* gates;  ///< (4 * size)
  const float* cell;
  const float* next_cell;
};

}  // namespace regard::math
