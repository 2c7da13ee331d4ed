#include "regard/nn/equation_cells.h"

#include <vector>

#include "regard/nn/mask.h"

namespace regard::nn {

CellState EquationCell::begin(int64_t batch) const {
  const auto zeros = torch::zeros({batch, options_.hidden_size}, parameters().front().options());
  return {zeros, has_cell_ ? zeros : torch::Tensor()};
}

EquationCell::Gate EquationCell::gate(const std::string& letter) {
  const int64_t input_size = options_.input_size, hidden_size = options_.hidden_size;
  return {register_parameter("W_x" + letter, torch::zeros({input_size, hidden_size})),
          register_parameter("W_h" + letter, torch::zeros({hidden_size, hidden_size})),
          register_parameter("b_" + letter, torch::zeros({hidden_size}))};
}

RecurrentOutput EquationCell::forward(const torch::Tensor& input, const torch::Tensor& lengths,
                                      const RecurrentState& initial) const {
  TORCH_CHECK(input.dim() == 3 && input.size(2) == options_.input_size,
              "EquationCell: input must be (steps, batch, ", options_.input_size, "), got ",
              input.sizes());
  TORCH_CHECK(initial.size() <= 1, "EquationCell: initial state of ", initial.size(),
              " layers for 1");
  CellState state = initial.empty() ? begin(input.size(1)) : initial.front();
  std::vector<torch::Tensor> real;  // of each step: which sentences have it, (batch, 1)
  if (lengths.defined()) real = length_mask(lengths, input.size(0)).unsqueeze(-1).unbind(1);
  std::vector<torch::Tensor> states;
  for (int64_t t = 0; t < input.size(0); ++t) {
    auto next = step(input[t], state);
    states.push_back(next.hidden);
    if (lengths.defined()) {  // a sentence that has ended keeps its state
      const auto& here = real[static_cast<size_t>(t)];
      states.back() = states.back().masked_fill(here.logical_not(), 0.0);
      next.hidden = torch::where(here, next.hidden, state.hidden);
      if (has_cell_) next.cell = torch::where(here, next.cell, state.cell);
    }
    state = next;
  }
  return {torch::stack(states), {state}};
}

RnnEquationsImpl::RnnEquationsImpl(const EquationOptions& options)
    : EquationCell(options, false), hidden_(gate("h")) {}

CellState RnnEquationsImpl::step(const torch::Tensor& x, const CellState& state) const {
  return {hidden_(x, state.hidden).tanh(), {}};
}

GruEquationsImpl::GruEquationsImpl(const EquationOptions& options)
    : EquationCell(options, false), update_(gate("z")), reset_(gate("r")), candidate_(gate("h")) {}

CellState GruEquationsImpl::step(const torch::Tensor& x, const CellState& state) const {
  const auto& h = state.hidden;
  const auto update = update_(x, h).sigmoid(), reset = reset_(x, h).sigmoid();
  const auto candidate = candidate_(x, reset * h).tanh();
  return {update * h + (1 - update) * candidate, {}};
}

LstmEquationsImpl::LstmEquationsImpl(const EquationOptions& options)
    : EquationCell(options, true),
      input_(gate("i")),
      forget_(gate("f")),
      output_(gate("o")),
      candidate_(gate("c")) {}

CellState LstmEquationsImpl::step(const torch::Tensor& x, const CellState& state) const {
  const auto& h = state.hidden;
  const auto input = input_(x, h).sigmoid(), forget = forget_(x, h).sigmoid(),
             output = output_(x, h).sigmoid();
  const auto candidate = candidate_(x, h).tanh();
  const auto cell = forget * state.cell + input * candidate;
  return {output * cell.tanh(), cell};
}

}  // namespace regard::nn
