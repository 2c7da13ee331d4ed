#include "ops/recurrent_step.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>

#include "math/kernels.h"
#include "ops/bodies.h"
#include "ops/dropout.h"
#include "ops/probe.h"

namespace regard::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// hidden_gates: W_hh h + b_hh.
CellState plain_step(Cell cell, const torch::Tensor& input_gates, const torch::Tensor& hidden_gates,
                     const CellState& state) {
  const auto input = input_gates.chunk(gates_of(cell), -1),
             hidden = hidden_gates.chunk(gates_of(cell), -1);
  const auto sum = [&](size_t gate) { return input[gate] + hidden[gate]; };
  switch (cell) {
    case Cell::gru: {
      const auto reset = REGARD_OBSERVED("reset gate", sum(0).sigmoid()),
                 update = REGARD_OBSERVED("update gate", sum(1).sigmoid());
      const auto candidate =
          REGARD_OBSERVED("GRU candidate", (input[2] + reset * hidden[2]).tanh());
      return {REGARD_OBSERVED("GRU state", (1 - update) * candidate + update * state.hidden), {}};
    }
    case Cell::lstm: {
      const auto in = REGARD_OBSERVED("input gate", sum(0).sigmoid()),
                 forget = REGARD_OBSERVED("forget gate", sum(1).sigmoid()),
                 candidate = REGARD_OBSERVED("LSTM candidate", sum(2).tanh()),
                 out = REGARD_OBSERVED("output gate", sum(3).sigmoid());
      const auto next = REGARD_OBSERVED("LSTM cell", forget * state.cell + in * candidate);
      return {REGARD_OBSERVED("LSTM state", out * next.tanh()), next};
    }
    case Cell::rnn_relu:
      return {REGARD_OBSERVED("relu state", sum(0).relu()), {}};
    default:
      return {REGARD_OBSERVED("tanh state", sum(0).tanh()), {}};
  }
}

// gates: W_hh h + b_hh of reset and update.
CellState step_with_reset_before(const torch::Tensor& input_gates, const torch::Tensor& gates,
                                 const StepLinear& candidate_product, const CellState& state) {
  const auto input = input_gates.chunk(3, -1), hidden = gates.chunk(2, -1);
  const auto reset = REGARD_OBSERVED("reset gate", (input[0] + hidden[0]).sigmoid()),
             update = REGARD_OBSERVED("update gate", (input[1] + hidden[1]).sigmoid());
  const auto candidate =
      REGARD_OBSERVED("GRU candidate of the reset state",
                      (input[2] + candidate_product(reset * state.hidden)).tanh());
  return {REGARD_OBSERVED("GRU state", (1 - update) * candidate + update * state.hidden), {}};
}

class FusedStep : public torch::autograd::Function<FusedStep> {
 public:
  static variable_list forward(AutogradContext* context, const torch::Tensor& given_input,
                               const torch::Tensor& given_hidden, at::TensorList given_state,
                               Cell cell) {
    const auto state = contiguous(state_of(given_state));
    const auto next = state.map([](const torch::Tensor& rows) { return torch::empty_like(rows); });
    const CellRows rows{.input = given_input.contiguous(),
                        .hidden = given_hidden.contiguous(),
                        .state = state.hidden,
                        .cell = state.cell,
                        .next = next.hidden,
                        .next_cell = next.cell,
                        .gates = torch::empty(given_input.sizes(), given_input.options())};
    step_rows(cell, rows);
    context->saved_data["cell"] = static_cast<int64_t>(cell);
    context->save_for_backward(
        {rows.hidden, rows.state, rows.cell, rows.next, rows.next_cell, rows.gates});
    return list_of(next);
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto cell = static_cast<Cell>(context->saved_data["cell"].toInt());
    const auto saved = context->get_saved_variables();
    const CellRows rows{.hidden = saved[0],
                        .state = saved[1],
                        .cell = saved[2],
                        .next = saved[3],
                        .next_cell = saved[4],
                        .gates = saved[5]};
    CellRows of{.input = torch::empty_like(rows.gates), .next = gradients[0].contiguous()};
    of.hidden = cell == Cell::gru ? torch::empty_like(of.input) : of.input;
    if (cell == Cell::gru) of.state = torch::empty_like(of.next);
    if (has_cell_state(cell)) of.cell = gradients[1].clone(torch::MemoryFormat::Contiguous);
    step_rows_backward(cell, rows, of);
    variable_list result{of.input, of.hidden, of.state};
    if (has_cell_state(cell)) result.push_back(of.cell);
    result.emplace_back();  // for `cell`
    return result;
  }
};

CellState fused_step(Cell cell, const torch::Tensor& input_gates, const torch::Tensor& hidden_gates,
                     const CellState& state) {
  const auto list = list_of(state);
  return state_of(FusedStep::apply(input_gates, hidden_gates, at::TensorList(list), cell));
}

}  // namespace

CellState CellState::zeros(Cell cell, int64_t batch, int64_t hidden_size,
                           const torch::TensorOptions& like) {
  const auto zeros = torch::zeros({batch, hidden_size}, like);
  return {zeros, has_cell_state(cell) ? zeros : torch::Tensor()};
}

RecurrentStep::RecurrentStep(Cell cell, const RecurrentWeights& weights) : cell_(cell) {
  const auto &weight = weights.hidden_weight, &bias = weights.hidden_bias;
  if (cell != Cell::gru_reset_before) {
    hidden_ = StepLinear(weight, bias);
    return;
  }
  const int64_t size = weight.size(1), first = gates_of_state(cell) * size;
  hidden_ = StepLinear(weight.narrow(0, 0, first), bias.narrow(0, 0, first));
  candidate_ = StepLinear(weight.narrow(0, first, size), bias.narrow(0, first, size));
}

CellState RecurrentStep::operator()(const torch::Tensor& input_gates,
                                    const CellState& state) const {
  const auto gates = hidden_(state.hidden);
  if (cell_ == Cell::gru_reset_before)
    return step_with_reset_before(input_gates, gates, candidate_, state);
  return may_fuse(gates) ? fused_step(cell_, input_gates, gates, state)
                         : plain_step(cell_, input_gates, gates, state);
}

RecurrentStack::RecurrentStack(Cell cell, const std::vector<RecurrentWeights>& layers,
                               double dropout)
    : dropout_(dropout) {
  for (const auto& weights : layers) {
    if (!steps_.empty()) inputs_.emplace_back(weights.input_weight, weights.input_bias);
    steps_.emplace_back(cell, weights);
  }
}

RecurrentState RecurrentStack::operator()(const torch::Tensor& input_gates,
                                          const RecurrentState& state) const {
  RecurrentState next;
  for (size_t layer = 0; layer < state.size(); ++layer) {
    const ProbeScope scope("layer", static_cast<int64_t>(layer));
    const auto gates =
        layer == 0 ? input_gates
                   : inputs_[layer - 1](seeded_dropout(next.back().hidden, dropout_, dropout_ > 0));
    next.push_back(steps_[layer](gates, state[layer]));
  }
  return next;
}

namespace {

// Pointers to the numbers of CellRows; null for undefined tensors.
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

// Calls `row(i * size, i * gates)` for each row of a batch, with enough rows per thread to justify
// waking it.
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
