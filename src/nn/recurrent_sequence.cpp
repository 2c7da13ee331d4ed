#include "recurrent_sequence.h"

#include <torch/csrc/autograd/custom_function.h>

#include "layer_steps.h"

namespace regard::nn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// An argument of an autograd function must not be an undefined tensor: a layer without cells hands
// in its hidden state in their place.
class Sequence : public torch::autograd::Function<Sequence> {
 public:
  static variable_list forward(AutogradContext* context, const torch::Tensor& given_gates,
                               const torch::Tensor& hidden_weight, const torch::Tensor& hidden_bias,
                               const torch::Tensor& hidden, const torch::Tensor& cell_state,
                               int64_t cell) {
    const auto kind = static_cast<Cell>(cell);
    const CellState initial{hidden, kind == Cell::lstm ? cell_state : torch::Tensor()};
    const auto input_gates = given_gates.contiguous();
    const int64_t steps = input_gates.size(0);
    LayerForward layer(kind, hidden_weight, hidden_bias, initial, steps);
    for (int64_t step = 0; step < steps; ++step) layer.step(step, input_gates.select(0, step));

    const auto& [states, cells, gates, hidden_gates] = layer.tape();
    context->saved_data["cell"] = cell;
    context->save_for_backward(
        {hidden_weight, hidden, initial.cell, states, cells, gates, hidden_gates});
    context->set_materialize_grads(false);
    return kind == Cell::lstm ? variable_list{states, cells} : variable_list{states};
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
                                  const torch::Tensor& hidden_weight,
                                  const torch::Tensor& hidden_bias, const CellState& initial) {
  auto outputs = Sequence::apply(input_gates, hidden_weight, hidden_bias, initial.hidden,
                                 initial.cell.defined() ? initial.cell : initial.hidden,
                                 static_cast<int64_t>(cell));
  return {outputs[0], outputs.size() > 1 ? outputs[1] : torch::Tensor()};
}

}  // namespace regard::nn
