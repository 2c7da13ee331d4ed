#include "ops/cell_rows.h"

#include <ATen/Parallel.h>

#include <algorithm>

#include "math/kernels.h"

namespace regard::ops {
namespace {

// The numbers of CellRows; null where a tensor is undefined.
struct Numbers {
  explicit Numbers(const CellRows& rows)
      : input(of(rows.input)),
        hidden(of(rows.hidden)),
        state(of(rows.state)),
        cell(of(rows.cell)),
        next(of(rows.next)),
        next_cell(of(rows.next_cell)),
        gates(of(rows.gates)),
        reset_state(of(rows.reset_state)),
        candidate(of(rows.candidate)) {}

  static float* of(const torch::Tensor& tensor) {
    return tensor.defined() ? tensor.mutable_data_ptr<float>() : nullptr;
  }

  float *input, *hidden, *state, *cell, *next, *next_cell, *gates, *reset_state, *candidate;
};

// Calls `row(i * size, i * gates)` for each row of a batch, enough of them for a thread to be worth
// waking.
template <class Row>
void for_rows(const CellRows& rows, const Row& row) {
  const int64_t size = rows.state.size(1), width = rows.gates.size(1);
  at::parallel_for(0, rows.state.size(0), std::max<int64_t>(1, 8192 / size),
                   [&](int64_t begin, int64_t end) {
                     for (int64_t i = begin; i < end; ++i) row(i * size, i * width);
                   });
}

}  // namespace

void step_rows(Cell cell, const CellRows& rows) {
  const int64_t size = rows.state.size(1);
  const Numbers x(rows);
  for_rows(rows, [&](int64_t at, int64_t wide) {
    const auto& math = math::kernels();
    switch (cell) {
      case Cell::gru:
        return math.gru_forward(x.input + wide, x.hidden + wide, x.state + at, x.next + at,
                                x.gates + wide, size);
      case Cell::gru_reset_before:
        return math.gru_before_next(x.input + wide, x.candidate + at, x.state + at, x.gates + wide,
                                    x.next + at, size);
      case Cell::lstm:
        return math.lstm_forward(x.input + wide, x.hidden + wide, x.cell + at,
                                 {x.next + at, x.next_cell + at}, x.gates + wide, size);
      default:
        return math.rnn_forward(x.input + wide, x.hidden + wide, x.next + at, size,
                                cell == Cell::rnn_relu);
    }
  });
}

void step_rows_backward(Cell cell, const CellRows& rows, const CellRows& of) {
  const int64_t size = rows.state.size(1);
  const Numbers x(rows), dx(of);
  for_rows(rows, [&](int64_t at, int64_t wide) {
    const auto& math = math::kernels();
    switch (cell) {
      case Cell::gru:
        return math.gru_backward(dx.next + at, x.gates + wide, x.hidden + wide, x.state + at,
                                 {dx.input + wide, dx.hidden + wide, dx.state + at}, size);
      case Cell::gru_reset_before:
        return math.gru_before_backward_candidate(dx.next + at, x.gates + wide, x.state + at,
                                                  dx.input + wide, dx.state + at, size);
      case Cell::lstm:
        return math.lstm_backward(dx.next + at, dx.cell + at,
                                  {x.gates + wide, x.cell + at, x.next_cell + at}, dx.input + wide,
                                  size);
      default:
        return math.rnn_backward(dx.next + at, x.next + at, dx.input + wide, size,
                                 cell == Cell::rnn_relu);
    }
  });
}

void reset_rows(const CellRows& rows) {
  const int64_t size = rows.state.size(1);
  const Numbers x(rows);
  for_rows(rows, [&](int64_t at, int64_t wide) {
    math::kernels().gru_before_gates(x.input + wide, x.hidden + 2 * at, x.state + at,
                                     x.gates + wide, x.reset_state + at, size);
  });
}

void reset_rows_backward(const CellRows& rows, const CellRows& of) {
  const int64_t size = rows.state.size(1);
  const Numbers x(rows), dx(of);
  for_rows(rows, [&](int64_t at, int64_t wide) {
    math::kernels().gru_before_backward_gates(dx.reset_state + at, x.gates + wide, x.state + at,
                                              dx.input + wide, dx.state + at, size);
  });
}

}  // namespace regard::ops
