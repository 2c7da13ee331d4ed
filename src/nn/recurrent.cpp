#include "regard/nn/recurrent.h"

#include "layer_steps.h"
#include "recurrent_sequence.h"
#include "regard/nn/affine.h"
#include "regard/nn/dropout.h"
#include "regard/nn/mask.h"

namespace regard::nn {
namespace {

// Turns the steps of each sentence round and leaves its padding at the end: x (steps, batch, size).
torch::Tensor reversed(const torch::Tensor& x, const torch::Tensor& lengths) {
  if (!lengths.defined()) return x.flip(0);
  const int64_t steps = x.size(0), batch = x.size(1);
  const auto step = torch::arange(steps, lengths.options()).unsqueeze(1);    // (steps, 1)
  const auto from = torch::where(step < lengths, lengths - 1 - step, step);  // (steps, batch)
  const auto rows = from * batch + torch::arange(batch, lengths.options());
  return x.flatten(0, 1).index_select(0, rows.flatten()).view(x.sizes());
}

// The row of each sentence's last real step: x (steps, batch, size) -> (batch, size).
torch::Tensor at_last_step(const torch::Tensor& x, const torch::Tensor& lengths) {
  if (!lengths.defined()) return x.select(0, -1);
  const auto index = (lengths - 1).view({1, -1, 1}).expand({1, x.size(1), x.size(2)});
  return x.gather(0, index).squeeze(0);
}

// The layer as the equations have it, step after step: for every device and type.
SequenceOutput one_by_one(Cell cell, const torch::Tensor& input_gates,
                          const RecurrentWeights& weights, CellState state) {
  const StepLinear hidden_gates(weights.hidden_weight, weights.hidden_bias);
  std::vector<torch::Tensor> states, cells;
  for (const auto& gates : input_gates.unbind(0)) {
    state = cell_step(cell, gates, hidden_gates(state.hidden), state);
    states.push_back(state.hidden);
    if (state.cell.defined()) cells.push_back(state.cell);
  }
  return {torch::stack(states), cells.empty() ? torch::Tensor() : torch::stack(cells)};
}

}  // namespace

RecurrentImpl::RecurrentImpl(const RecurrentOptions& options) : options_(options) {
  const int64_t size = options.hidden_size, gates = gates_of(options.cell) * size;
  const int64_t directions = options.bidirectional ? 2 : 1;
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    const int64_t input_size = layer == 0 ? options.input_size : directions * size;
    for (int64_t direction = 0; direction < directions; ++direction) {
      const std::string suffix = "_l" + std::to_string(layer) + (direction == 1 ? "_reverse" : "");
      RecurrentWeights weights;
      weights.input_weight =
          register_parameter("weight_ih" + suffix, torch::zeros({gates, input_size}));
      weights.hidden_weight = register_parameter("weight_hh" + suffix, torch::zeros({gates, size}));
      weights.input_bias = register_parameter("bias_ih" + suffix, torch::zeros({gates}));
      weights.hidden_bias = register_parameter("bias_hh" + suffix, torch::zeros({gates}));
      weights_.push_back(std::move(weights));
    }
  }
}

RecurrentOutput RecurrentImpl::forward(const torch::Tensor& input, const torch::Tensor& lengths,
                                       const RecurrentState& initial) {
  TORCH_CHECK(input.dim() == 3 && input.size(2) == options_.input_size,
              "Recurrent: input must be (steps, batch, ", options_.input_size, "), got ",
              input.sizes());
  TORCH_CHECK(initial.empty() || initial.size() == weights_.size(), "Recurrent: initial state of ",
              initial.size(), " layers for ", weights_.size());
  const auto padding =  // (steps, batch, 1)
      lengths.defined() ? length_mask(lengths, input.size(0)).logical_not().t().unsqueeze(-1)
                        : torch::Tensor();
  RecurrentOutput output{input, {}};
  const size_t directions = options_.bidirectional ? 2 : 1;
  for (size_t first = 0; first < weights_.size(); first += directions) {
    const auto below =
        first == 0 ? input : seeded_dropout(output.states, options_.dropout, is_training());
    std::vector<torch::Tensor> states;
    for (size_t i = first; i < first + directions; ++i) {
      const bool backward = i != first;
      const CellState start = initial.empty() ? CellState{} : initial[i];
      auto result = run(weights_[i], backward ? reversed(below, lengths) : below, lengths, start);
      states.push_back(backward ? reversed(result.states, lengths) : result.states);
      output.last.push_back(result.last.front());
    }
    output.states = directions == 1 ? states.front() : torch::cat(states, -1);
    if (padding.defined()) output.states = output.states.masked_fill(padding, 0.0);
  }
  return output;
}

// One layer in one direction. Steps after the end of a sentence are computed and then not looked
// at.
RecurrentOutput RecurrentImpl::run(const RecurrentWeights& weights, const torch::Tensor& input,
                                   const torch::Tensor& lengths, const CellState& initial) {
  const bool has_cell = options_.cell == Cell::lstm;
  CellState state = initial;
  if (!state.hidden.defined()) {
    state.hidden = torch::zeros({input.size(1), options_.hidden_size}, input.options());
    if (has_cell) state.cell = torch::zeros_like(state.hidden);
  }
  // The part of the gates that does not wait for the step before: one product for all steps.
  const auto input_gates = affine(input, weights.input_weight, weights.input_bias);
  const auto [all_states, all_cells] =
      fusible(input_gates) ? recurrent_sequence(options_.cell, input_gates, weights.hidden_weight,
                                                weights.hidden_bias, state)
                           : one_by_one(options_.cell, input_gates, weights, state);
  const auto last_cell = has_cell ? at_last_step(all_cells, lengths) : torch::Tensor();
  CellState last{at_last_step(all_states, lengths), last_cell};
  return {all_states, {std::move(last)}};
}

RecurrentImpl::Stepper RecurrentImpl::stepper() {
  TORCH_CHECK(!options_.bidirectional,
              "Recurrent: a stack that reads in both directions cannot be stepped");
  Stepper stepper;
  stepper.owner_ = this;
  for (size_t layer = 0; layer < weights_.size(); ++layer) {
    const auto& weights = weights_[layer];
    if (layer > 0) stepper.input_.emplace_back(weights.input_weight, weights.input_bias);
    stepper.hidden_.emplace_back(weights.hidden_weight, weights.hidden_bias);
  }
  return stepper;
}

RecurrentState RecurrentImpl::Stepper::step(const torch::Tensor& input_gates,
                                            const RecurrentState& state) const {
  const auto& options = owner_->options_;
  RecurrentState next;
  for (size_t layer = 0; layer < state.size(); ++layer) {
    const auto gates = layer == 0
                           ? input_gates
                           : input_[layer - 1](seeded_dropout(
                                 next[layer - 1].hidden, options.dropout, owner_->is_training()));
    next.push_back(
        cell_step(options.cell, gates, hidden_[layer](state[layer].hidden), state[layer]));
  }
  return next;
}

}  // namespace regard::nn
