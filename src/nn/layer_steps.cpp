#include "layer_steps.h"

#include <ATen/Parallel.h>

#include "math/kernels.h"
#include "product.h"

namespace regard::nn {
namespace {

// Enough rows for a thread to be worth waking.
int64_t grain(int64_t size) { return std::max<int64_t>(1, 8192 / size); }

template <class Row>
void for_rows(int64_t batch, int64_t size, const Row& row) {
  at::parallel_for(0, batch, grain(size), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) row(i);
  });
}

// The numbers of one step of a (steps, batch, ...) tensor; null where it is undefined.
float* at_step(const torch::Tensor& tensor, int64_t step) {
  return tensor.defined() ? tensor.mutable_data_ptr<float>() + step * tensor.stride(0) : nullptr;
}

// The state before a step: the initial one, or that after the step before.
const float* before_step(const torch::Tensor& initial, const torch::Tensor& states, int64_t step) {
  return step == 0 ? initial.const_data_ptr<float>() : at_step(states, step - 1);
}

}  // namespace

bool fusible(const torch::Tensor& tensor) {
  return tensor.is_cpu() && tensor.scalar_type() == torch::kFloat;
}

LayerForward::LayerForward(Cell cell, torch::Tensor hidden_weight, torch::Tensor hidden_bias,
                           CellState initial, int64_t steps)
    : cell_(cell),
      weight_(rounded(hidden_weight).t()),
      bias_(std::move(hidden_bias)),
      initial_{initial.hidden.contiguous(),
               initial.cell.defined() ? initial.cell.contiguous() : torch::Tensor()} {
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
  return step == 0 ? initial_.hidden : tape_.states.select(0, step - 1);
}

void LayerForward::step(int64_t step, const torch::Tensor& input_gates) {
  const int64_t batch = initial_.hidden.size(0), size = initial_.hidden.size(1);
  auto products = cell_ == Cell::gru ? tape_.hidden_gates.select(0, step) : products_;
  products.copy_(bias_.expand_as(products));
  multiply_add(state_before(step), weight_, products);

  const int64_t width = products.size(1);
  const float* input = input_gates.const_data_ptr<float>();
  const float* hidden = products.const_data_ptr<float>();
  const float* state = before_step(initial_.hidden, tape_.states, step);
  const float* cell = cell_ == Cell::lstm ? before_step(initial_.cell, tape_.cells, step) : nullptr;
  float* next = at_step(tape_.states, step);
  float* next_cell = at_step(tape_.cells, step);
  float* gates = at_step(tape_.gates, step);
  for_rows(batch, size, [&](int64_t row) {
    const int64_t at = row * size, wide = row * width;
    switch (cell_) {
      case Cell::gru:
        return math::gru_forward(input + wide, hidden + wide, state + at, next + at, gates + wide,
                                 size);
      case Cell::lstm:
        return math::lstm_forward(input + wide, hidden + wide, cell + at, next + at, next_cell + at,
                                  gates + wide, size);
      case Cell::rnn_tanh:
      case Cell::rnn_relu:
        return math::rnn_forward(input + wide, hidden + wide, next + at, size,
                                 cell_ == Cell::rnn_relu);
    }
  });
}

LayerBackward::LayerBackward(Cell cell, torch::Tensor hidden_weight, CellState initial,
                             LayerTape tape, torch::Tensor state_gradients,
                             torch::Tensor cell_gradients)
    : cell_(cell),
      weight_(rounded(hidden_weight)),
      start_{initial.hidden.contiguous(),
             initial.cell.defined() ? initial.cell.contiguous() : torch::Tensor()},
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

  const int64_t batch = start_.hidden.size(0), size = start_.hidden.size(1),
                width = tape_.gates.size(2);
  float* gradient = state_gradient_.mutable_data_ptr<float>();
  float* cell_gradient = at_step(cell_gradient_, 0);
  const float* gates = at_step(tape_.gates, step);
  const float* hidden = at_step(tape_.hidden_gates, step);
  const float* state = before_step(start_.hidden, tape_.states, step);
  const float* next = at_step(tape_.states, step);
  const float* cell = cell_ == Cell::lstm ? before_step(start_.cell, tape_.cells, step) : nullptr;
  const float* next_cell = at_step(tape_.cells, step);
  float* input_gradient = at_step(input_gates_, step);
  float* hidden_gradient = at_step(hidden_gates_, step);
  float* passed = at_step(passed_, 0);
  for_rows(batch, size, [&](int64_t row) {
    const int64_t at = row * size, wide = row * width;
    switch (cell_) {
      case Cell::gru:
        return math::gru_backward(gradient + at, gates + wide, hidden + wide, state + at,
                                  input_gradient + wide, hidden_gradient + wide, passed + at, size);
      case Cell::lstm:
        return math::lstm_backward(gradient + at, cell_gradient + at, gates + wide, cell + at,
                                   next_cell + at, input_gradient + wide, size);
      case Cell::rnn_tanh:
      case Cell::rnn_relu:
        return math::rnn_backward(gradient + at, next + at, input_gradient + wide, size,
                                  cell_ == Cell::rnn_relu);
    }
  });
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

}  // namespace regard::nn
