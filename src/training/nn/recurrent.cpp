#include "nn/recurrent.h"

#include <string>

#include "nn/mask.h"
#include "ops/affine.h"
#include "ops/dropout.h"
#include "ops/probe.h"
#include "ops/recurrent_sequence.h"

namespace regard::nn {
namespace {

// Reverses the steps of each sentence but leaves its padding at the end: x (steps, batch, size).
torch::Tensor reversed(const torch::Tensor& x, const torch::Tensor& lengths) {
  if (!lengths.defined()) return x.flip(0);
  const int64_t steps = x.size(0), batch = x.size(1);
  const auto step = torch::arange(steps, lengths.options()).unsqueeze(1);    // (steps, 1)
  const auto from = torch::where(step < lengths, lengths - 1 - step, step);  // (steps, batch)
  const auto rows = from * batch + torch::arange(batch, lengths.options());
  return x.flatten(0, 1).index_select(0, rows.flatten()).view(x.sizes());
}

// The state at each sentence's last real step: x (steps, batch, size) -> (batch, size).
torch::Tensor at_last_step(const torch::Tensor& x, const torch::Tensor& lengths) {
  if (!x.defined()) return x;
  if (!lengths.defined()) return x.select(0, -1);
  const auto index = (lengths - 1).view({1, -1, 1}).expand({1, x.size(1), x.size(2)});
  return x.gather(0, index).squeeze(0);
}

}  // namespace

RecurrentImpl::RecurrentImpl(const RecurrentOptions& options) : options_(options) {
  const int64_t size = options.hidden_size, gates = ops::gates_of(options.cell) * size;
  const int64_t directions = options.bidirectional ? 2 : 1;
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    const int64_t input_size = layer == 0 ? options.input_size : directions * size;
    for (int64_t direction = 0; direction < directions; ++direction) {
      const std::string suffix = "_l" + std::to_string(layer) + (direction == 1 ? "_reverse" : "");
      ops::RecurrentWeights weights;
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
                                       const ops::RecurrentState& initial) {
  TORCH_CHECK(input.dim() == 3 && input.size(2) == options_.input_size,
              "Recurrent: input must be (steps, batch, ", options_.input_size, "), got ",
              input.sizes());
  TORCH_CHECK(initial.empty() || initial.size() == weights_.size(), "Recurrent: initial state of ",
              initial.size(), " layers for ", weights_.size());
  const auto padding =  // (steps, batch, 1)
      lengths.defined() ? length_mask(lengths, input.size(0)).logical_not().t().unsqueeze(-1)
                        : torch::Tensor();
  const auto zeros =
      ops::CellState::zeros(options_.cell, input.size(1), options_.hidden_size, input.options());
  RecurrentOutput output{input, {}};
  const size_t directions = options_.bidirectional ? 2 : 1;
  for (size_t first = 0; first < weights_.size(); first += directions) {
    const ops::ProbeScope layer("layer", static_cast<int64_t>(first / directions));
    const auto below =
        first == 0 ? input : ops::seeded_dropout(output.states, options_.dropout, is_training());
    std::vector<torch::Tensor> states;
    for (size_t i = first; i < first + directions; ++i) {
      const bool backward = i != first;
      const ops::ProbeScope direction(directions == 1 ? "" : backward ? "backward" : "forward");
      // Steps after the end of a sentence are computed, then ignored.
      const auto gates = ops::affine(backward ? reversed(below, lengths) : below,
                                     weights_[i].input_weight, weights_[i].input_bias);
      const auto all = ops::recurrent_sequence(options_.cell, gates, weights_[i],
                                               initial.empty() ? zeros : initial[i]);
      states.push_back(backward ? reversed(all.states, lengths) : all.states);
      output.last.push_back({at_last_step(all.states, lengths), at_last_step(all.cells, lengths)});
    }
    output.states = directions == 1 ? states.front() : torch::cat(states, -1);
    if (padding.defined()) output.states = output.states.masked_fill(padding, 0.0);
  }
  return output;
}

ops::RecurrentStack RecurrentImpl::stepper() const {
  TORCH_CHECK(!options_.bidirectional,
              "Recurrent: a stack that reads in both directions cannot be stepped");
  return {options_.cell, weights_, is_training() ? options_.dropout : 0.0};
}

}  // namespace regard::nn
