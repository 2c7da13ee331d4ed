#include "ops/recurrent_sequence.h"

#include <torch/csrc/autograd/custom_function.h>

#include "ops/bodies.h"
#include "ops/layer_steps.h"
#include "ops/state_list.h"

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
  // initial: hidden and, of an LSTM, cell.
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
    result.emplace_back();  // of the cell
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

}  // namespace regard::ops
