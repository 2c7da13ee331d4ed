#include "ops/layer_steps.h"

#include "ops/cell_rows.h"
#include "ops/product.h"
#include "regard/ops/bodies.h"

namespace regard::ops {
namespace {

CellState contiguous(const CellState& state) {
  return state.map([](const torch::Tensor& rows) { return rows.contiguous(); });
}

// One step of a (steps, batch, ...) tensor, if there is one.
torch::Tensor at_step(const torch::Tensor& tensor, int64_t step) {
  return tensor.defined() ? tensor.select(0, step) : tensor;
}

// The state before a step: the initial one, or that after the step before.
torch::Tensor before_step(const torch::Tensor& initial, const torch::Tensor& states, int64_t step) {
  return step == 0 ? initial : at_step(states, step - 1);
}

}  // namespace

// The GRU whose reset gate acts before the product has the plain body only.
bool may_fuse(Cell cell, const torch::Tensor& tensor) {
  return cell != Cell::gru_reset_before && may_fuse(tensor);
}

LayerForward::LayerForward(Cell cell, torch::Tensor hidden_weight, torch::Tensor hidden_bias,
                           CellState initial, int64_t steps)
    : cell_(cell),
      weight_(rounded(hidden_weight).t()),
      bias_(std::move(hidden_bias)),
      initial_(contiguous(initial)) {
  const int64_t batch = initial_.hidden.size(0), size = initial_.hidden.size(1),
                gates = hidden_weight.size(0);
  const auto& like = initial_.hidden.options();
  tape_.states = torch::empty({steps, batch, size}, like);
  tape_.gates = torch::empty({steps, batch, gates}, like);
  if (cell == Cell::lstm) tape_.cells = torch::empty_like(tape_.states);
  if (cell == Cell::gru) {
    tape_.hidden_gates = torch::empty_like(tape_.gates);
  } else {
    products_ = torch::empty({batch, gates}, like);
  }
}

torch::Tensor LayerForward::state_before(int64_t step) const {
  return before_step(initial_.hidden, tape_.states, step);
}

void LayerForward::step(int64_t step, const torch::Tensor& input_gates) {
  auto products = cell_ == Cell::gru ? tape_.hidden_gates.select(0, step) : products_;
  const auto state = state_before(step);
  products.copy_(bias_.expand_as(products));
  multiply_add(state, weight_, products);
  step_rows(cell_,
            {.input = input_gates,
             .hidden = products,
             .state = state,
             .cell = before_step(initial_.cell, tape_.cells, step)},
            {.next = at_step(tape_.states, step),
             .next_cell = at_step(tape_.cells, step),
             .gates = at_step(tape_.gates, step)});
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
  if (cell == Cell::gru) passed_ = torch::empty_like(start_.hidden);
}

void LayerBackward::step(int64_t step) {
  if (state_gradients_.defined()) state_gradient_.add_(state_gradients_.select(0, step));
  if (cell_gradients_.defined()) cell_gradient_.add_(cell_gradients_.select(0, step));

  step_rows_backward(cell_,
                     {.hidden = at_step(tape_.hidden_gates, step),
                      .state = before_step(start_.hidden, tape_.states, step),
                      .cell = before_step(start_.cell, tape_.cells, step),
                      .next = at_step(tape_.states, step),
                      .next_cell = at_step(tape_.cells, step),
                      .gates = at_step(tape_.gates, step)},
                     {.next = state_gradient_,
                      .cell = cell_gradient_,
                      .input = at_step(input_gates_, step),
                      .hidden = at_step(hidden_gates_, step),
                      .state = passed_});
  const auto through_gates = hidden_gates_.select(0, step);
  if (cell_ == Cell::gru) {
    state_gradient_.copy_(passed_);
    multiply_add(through_gates, weight_, state_gradient_);
  } else {
    multiply(through_gates, weight_, state_gradient_);
  }
}

torch::Tensor LayerBackward::hidden_weight() const {
  const int64_t steps = tape_.states.size(0);
  auto gradient = torch::empty_like(weight_, torch::kFloat);
  multiply(hidden_gates_.select(0, 0).t(), start_.hidden, gradient);
  if (steps > 1) {
    multiply_add(hidden_gates_.narrow(0, 1, steps - 1).flatten(0, 1).t(),
                 tape_.states.narrow(0, 0, steps - 1).flatten(0, 1), gradient);
  }
  return gradient;
}

}  // namespace regard::ops
