#include "regard/ops/recurrent_sequence.h"

#include <torch/csrc/autograd/custom_function.h>

#include "ops/layer_steps.h"
#include "regard/ops/bodies.h"

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

// An argument of an autograd function must not be an undefined tensor: a layer without cells hands
// in its hidden state in their place.
class FusedSequence : public torch::autograd::Function<FusedSequence> {
 public:
  static variable_list forward(AutogradContext* context, const torch::Tensor& given_gates,
                               const torch::Tensor& hidden_weight, const torch::Tensor& hidden_bias,
                               const torch::Tensor& hidden, const torch::Tensor& cell_state,
                               int64_t cell) {
    const auto kind = static_cast<Cell>(cell);
    const CellState initial{hidden, has_cell_state(kind) ? cell_state : torch::Tensor()};
    const auto input_gates = given_gates.contiguous();
    const int64_t steps = input_gates.size(0);
    LayerForward layer(kind, hidden_weight, hidden_bias, initial, steps);
    for (int64_t step = 0; step < steps; ++step) layer.step(step, input_gates.select(0, step));

    const auto& [states, cells, gates, hidden_gates] = layer.tape();
    context->saved_data["cell"] = cell;
    context->save_for_backward(
        {hidden_weight, hidden, initial.cell, states, cells, gates, hidden_gates});
    context->set_materialize_grads(false);
    return has_cell_state(kind) ? variable_list{states, cells} : variable_list{states};
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const auto kind = static_cast<Cell>(context->saved_data["cell"].toInt());
    const LayerTape tape{saved[3], saved[4], saved[5], saved[6]};
    LayerBackward layer(kind, saved[0], {saved[1], saved[2]}, tape, gradients[0],
                        gradients.size() > 1 ? gradients[1] : torch::Tensor());
    for (int64_t step = tape.states.size(0) - 1; step >= 0; --step) layer.step(step);
    return {layer.input_gates(),    layer.hidden_weight(), layer.hidden_bias(),
            layer.initial().hidden, layer.initial().cell,  {}};
  }
};

}  // namespace

SequenceOutput recurrent_sequence(Cell cell, const torch::Tensor& input_gates,
                                  const RecurrentWeights& weights, const CellState& initial) {
  if (!may_fuse(cell, input_gates)) return plain_sequence(cell, input_gates, weights, initial);
  auto outputs = FusedSequence::apply(
      input_gates, weights.hidden_weight, weights.hidden_bias, initial.hidden,
      has_cell_state(cell) ? initial.cell : initial.hidden, static_cast<int64_t>(cell));
  return {outputs[0], outputs.size() > 1 ? outputs[1] : torch::Tensor()};
}

}  // namespace regard::ops
