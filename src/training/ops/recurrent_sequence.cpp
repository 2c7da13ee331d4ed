#include "ops/recurrent_sequence.h"

#include <torch/csrc/autograd/custom_function.h>

#include "ops/bodies.h"
#include "ops/recurrent_step.h"

namespace regard::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

SequenceOutput plain_sequence(Cell cell, const torch::Tensor& input_gates,
                              const RecurrentWeights& weights, CellState state) {
  const RecurrentStep step(cell, weights);
  std::vector<torch::Tensor> states, cells;
  for (const auto& gates : input_gates.unbind(0)) {
    state = step(gates, state);
    states.push_back(state.hidden);
    if (state.cell.defined()) cells.push_back(state.cell);
  }
  return {torch::stack(states), cells.empty() ? torch::Tensor() : torch::stack(cells)};
}

class FusedSequence : public torch::autograd::Function<FusedSequence> {
 public:
  // initial: the hidden state and, for an LSTM, the cell.
  static variable_list forward(AutogradContext* context, const torch::Tensor& given_gates,
                               const torch::Tensor& hidden_weight, const torch::Tensor& hidden_bias,
                               at::TensorList initial, Cell cell) {
    const auto input_gates = given_gates.contiguous();
    const int64_t steps = input_gates.size(0);
    const auto first = state_of(initial);
    LayerForward layer(cell, hidden_weight, hidden_bias, first, steps);
    for (int64_t step = 0; step < steps; ++step) layer.step(step, input_gates.select(0, step));

    const auto& tape = layer.tape();
    context->saved_data["cell"] = static_cast<int64_t>(cell);
    context->save_for_backward({hidden_weight, first.hidden, first.cell, tape.states, tape.cells,
                                tape.gates, tape.hidden_gates, tape.reset_states});
    context->set_materialize_grads(false);
    return list_of({tape.states, tape.cells});
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const auto cell = static_cast<Cell>(context->saved_data["cell"].toInt());
    const LayerTape tape{saved[3], saved[4], saved[5], saved[6], saved[7]};
    const auto [of_states, of_cells] = state_of(gradients);
    LayerBackward layer(cell, saved[0], {saved[1], saved[2]}, tape, of_states, of_cells);
    for (int64_t step = tape.states.size(0) - 1; step >= 0; --step) layer.step(step);
    variable_list result{layer.input_gates(), layer.hidden_weight(), layer.hidden_bias()};
    for (const auto& gradient : list_of(layer.initial())) result.push_back(gradient);
    result.emplace_back();  // for the cell
    return result;
  }
};

}  // namespace

SequenceOutput recurrent_sequence(Cell cell, const torch::Tensor& input_gates,
                                  const RecurrentWeights& weights, const CellState& initial) {
  if (!may_fuse(input_gates)) return plain_sequence(cell, input_gates, weights, initial);
  const auto list = list_of(initial);
  const auto [states, cells] = state_of(FusedSequence::apply(
      input_gates, weights.hidden_weight, weights.hidden_bias, at::TensorList(list), cell));
  return {states, cells};
}

namespace {

// One step of a (steps, batch, ...) tensor; undefined if the tensor is.
torch::Tensor at_step(const torch::Tensor& tensor, int64_t step) {
  return tensor.defined() ? tensor.select(0, step) : tensor;
}

// The state before a step: the initial state, or the state after the previous step.
torch::Tensor before_step(const torch::Tensor& initial, const torch::Tensor& states, int64_t step) {
  return step == 0 ? initial : at_step(states, step - 1);
}

CellRows rows_at(const LayerTape& tape, const CellState& initial, int64_t step) {
  return {.hidden = at_step(tape.hidden_gates, step),
          .state = before_step(initial.hidden, tape.states, step),
          .cell = before_step(initial.cell, tape.cells, step),
          .next = at_step(tape.states, step),
          .next_cell = at_step(tape.cells, step),
          .gates = at_step(tape.gates, step),
          .reset_state = at_step(tape.reset_states, step)};
}

// x W + b
void project(const torch::Tensor& x, const torch::Tensor& weight, const torch::Tensor& bias,
             torch::Tensor result) {
  result.copy_(bias.expand_as(result));
  multiply_add(x, weight, result);
}

bool is_gru(Cell cell) { return cell == Cell::gru || cell == Cell::gru_reset_before; }

}  // namespace

LayerForward::LayerForward(Cell cell, const torch::Tensor& hidden_weight,
                           const torch::Tensor& hidden_bias, CellState initial, int64_t steps)
    : cell_(cell), initial_(contiguous(initial)) {
  const int64_t batch = initial_.hidden.size(0), size = initial_.hidden.size(1),
                gates = hidden_weight.size(0), for_state = gates_of_state(cell) * size;
  const auto& like = initial_.hidden.options();
  const auto weight = rounded(hidden_weight);
  weight_ = weight.narrow(0, 0, for_state).t();
  bias_ = hidden_bias.narrow(0, 0, for_state);
  tape_.states = torch::empty({steps, batch, size}, like);
  tape_.gates = torch::empty({steps, batch, gates}, like);
  if (cell == Cell::lstm) tape_.cells = torch::empty_like(tape_.states);
  if (cell == Cell::gru) {
    tape_.hidden_gates = torch::empty_like(tape_.gates);
  } else {
    products_ = torch::empty({batch, for_state}, like);
  }
  if (cell == Cell::gru_reset_before) {
    candidate_weight_ = weight.narrow(0, for_state, size).t();
    candidate_bias_ = hidden_bias.narrow(0, for_state, size);
    tape_.reset_states = torch::empty_like(tape_.states);
    candidates_ = torch::empty_like(initial_.hidden);
  }
}

torch::Tensor LayerForward::state_before(int64_t step) const {
  return before_step(initial_.hidden, tape_.states, step);
}

void LayerForward::step(int64_t step, const torch::Tensor& input_gates) {
  auto rows = rows_at(tape_, initial_, step);
  rows.input = input_gates;
  if (!rows.hidden.defined()) rows.hidden = products_;
  project(rows.state, weight_, bias_, rows.hidden);
  if (cell_ == Cell::gru_reset_before) {
    reset_rows(rows);
    rows.candidate = candidates_;
    project(rows.reset_state, candidate_weight_, candidate_bias_, rows.candidate);
  }
  step_rows(cell_, rows);
}

LayerBackward::LayerBackward(Cell cell, torch::Tensor hidden_weight, CellState initial,
                             LayerTape tape, torch::Tensor state_gradients,
                             torch::Tensor cell_gradients)
    : cell_(cell),
      weight_(rounded(hidden_weight)),
      start_(contiguous(initial)),
      tape_(std::move(tape)),
      state_gradients_(std::move(state_gradients)),
      cell_gradients_(std::move(cell_gradients)) {
  state_gradient_ = torch::zeros_like(start_.hidden);
  if (cell == Cell::lstm) cell_gradient_ = torch::zeros_like(start_.hidden);
  input_gates_ = torch::empty_like(tape_.gates);
  hidden_gates_ = cell == Cell::gru ? torch::empty_like(tape_.gates) : input_gates_;
  if (is_gru(cell)) passed_ = torch::empty_like(start_.hidden);
  if (cell == Cell::gru_reset_before) reset_gradient_ = torch::empty_like(start_.hidden);
}

void LayerBackward::step(int64_t step) {
  if (state_gradients_.defined()) state_gradient_.add_(state_gradients_.select(0, step));
  if (cell_gradients_.defined()) cell_gradient_.add_(cell_gradients_.select(0, step));

  const auto rows = rows_at(tape_, start_, step);
  const CellRows of{.input = at_step(input_gates_, step),
                    .hidden = at_step(hidden_gates_, step),
                    .state = passed_,
                    .cell = cell_gradient_,
                    .next = state_gradient_,
                    .reset_state = reset_gradient_};
  step_rows_backward(cell_, rows, of);
  const int64_t size = rows.state.size(1), for_state = gates_of_state(cell_) * size;
  if (cell_ == Cell::gru_reset_before) {
    multiply(of.hidden.narrow(1, for_state, size), weight_.narrow(0, for_state, size),
             reset_gradient_);
    reset_rows_backward(rows, of);
  }
  const auto through_gates = of.hidden.narrow(1, 0, for_state);
  const auto weight = weight_.narrow(0, 0, for_state);
  if (is_gru(cell_)) {
    state_gradient_.copy_(passed_);
    multiply_add(through_gates, weight, state_gradient_);
  } else {
    multiply(through_gates, weight, state_gradient_);
  }
}

torch::Tensor LayerBackward::hidden_weight() const {
  const int64_t steps = tape_.states.size(0), size = tape_.states.size(2),
                for_state = gates_of_state(cell_) * size;
  auto gradient = torch::empty_like(weight_, torch::kFloat);
  const auto of_gates = hidden_gates_.narrow(2, 0, for_state);
  const auto of_states = gradient.narrow(0, 0, for_state);
  multiply(of_gates.select(0, 0).t(), start_.hidden, of_states);
  if (steps > 1) {
    multiply_add(of_gates.narrow(0, 1, steps - 1).flatten(0, 1).t(),
                 tape_.states.narrow(0, 0, steps - 1).flatten(0, 1), of_states);
  }
  if (cell_ == Cell::gru_reset_before) {
    multiply(hidden_gates_.narrow(2, for_state, size).flatten(0, 1).t(),
             tape_.reset_states.flatten(0, 1), gradient.narrow(0, for_state, size));
  }
  return gradient;
}

}  // namespace regard::ops
