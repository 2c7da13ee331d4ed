#include "ops/cell_rows.h"

#include <ATen/Parallel.h>

#include <algorithm>

#include "math/kernels.h"

namespace regard::ops {
namespace {

// Calls `row(i, i * size, i * gates)` for each row of a batch; enough of them for a thread to be
// worth waking.
template <class Row>
void for_rows(const torch::Tensor& state, const torch::Tensor& gates, const Row& row) {
  const int64_t size = state.size(1), width = gates.size(1);
  at::parallel_for(0, state.size(0), std::max<int64_t>(1, 8192 / size),
                   [&](int64_t begin, int64_t end) {
                     for (int64_t i = begin; i < end; ++i) row(i * size, i * width);
                   });
}

const float* read(const torch::Tensor& tensor) {
  return tensor.defined() ? tensor.const_data_ptr<float>() : nullptr;
}
float* write(const torch::Tensor& tensor) {
  return tensor.defined() ? tensor.mutable_data_ptr<float>() : nullptr;
}

}  // namespace

void step_rows(Cell cell, const StepInputs& from, const StepResults& to) {
  const int64_t size = from.state.size(1);
  const float *input = read(from.input), *hidden = read(from.hidden), *state = read(from.state),
              *cells = read(from.cell);
  float *next = write(to.next), *next_cells = write(to.next_cell), *gates = write(to.gates);
  for_rows(from.state, to.gates, [&](int64_t at, int64_t wide) {
    switch (cell) {
      case Cell::gru:
        return math::kernels().gru_forward(input + wide, hidden + wide, state + at, next + at,
                                           gates + wide, size);
      case Cell::gru_reset_before:
        return math::kernels().gru_before_next(input + wide, hidden + at, state + at, gates + wide,
                                               next + at, size);
      case Cell::lstm:
        return math::kernels().lstm_forward(input + wide, hidden + wide, cells + at,
                                            {next + at, next_cells + at}, gates + wide, size);
      default:
        return math::kernels().rnn_forward(input + wide, hidden + wide, next + at, size,
                                           cell == Cell::rnn_relu);
    }
  });
}

void step_rows_backward(Cell cell, const StepTape& tape, const StepGradients& gradients) {
  const int64_t size = tape.state.size(1);
  const float *hidden = read(tape.hidden), *state = read(tape.state), *cells = read(tape.cell),
              *next = read(tape.next), *next_cells = read(tape.next_cell),
              *gates = read(tape.gates), *of_next = read(gradients.next);
  float *of_cell = write(gradients.cell), *of_input = write(gradients.input),
        *of_hidden = write(gradients.hidden), *of_state = write(gradients.state);
  for_rows(tape.state, tape.gates, [&](int64_t at, int64_t wide) {
    switch (cell) {
      case Cell::gru:
        return math::kernels().gru_backward(of_next + at, gates + wide, hidden + wide, state + at,
                                            {of_input + wide, of_hidden + wide, of_state + at},
                                            size);
      case Cell::gru_reset_before:
        return math::kernels().gru_before_backward_candidate(of_next + at, gates + wide, state + at,
                                                             of_input + wide, of_state + at, size);
      case Cell::lstm:
        return math::kernels().lstm_backward(of_next + at, of_cell + at,
                                             {gates + wide, cells + at, next_cells + at},
                                             of_input + wide, size);
      default:
        return math::kernels().rnn_backward(of_next + at, next + at, of_input + wide, size,
                                            cell == Cell::rnn_relu);
    }
  });
}

void reset_rows(const StepInputs& from, const torch::Tensor& gates,
                const torch::Tensor& reset_state) {
  const int64_t size = from.state.size(1);
  const float *input = read(from.input), *hidden = read(from.hidden), *state = read(from.state);
  float *values = write(gates), *reset = write(reset_state);
  for_rows(from.state, gates, [&](int64_t at, int64_t wide) {
    math::kernels().gru_before_gates(input + wide, hidden + 2 * at, state + at, values + wide,
                                     reset + at, size);
  });
}

void reset_rows_backward(const torch::Tensor& of_reset_state, const StepTape& tape,
                         const StepGradients& gradients) {
  const int64_t size = tape.state.size(1);
  const float *of_reset = read(of_reset_state), *gates = read(tape.gates),
              *state = read(tape.state);
  float *of_input = write(gradients.input), *of_state = write(gradients.state);
  for_rows(tape.state, tape.gates, [&](int64_t at, int64_t wide) {
    math::kernels().gru_before_backward_gates(of_reset + at, gates + wide, state + at,
                                              of_input + wide, of_state + at, size);
  });
}

}  // namespace regard::ops
