#include "lessons/state_gradients.h"

#include <c10/util/Exception.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

namespace regard::nn {
namespace {

// Row i of `later` is a copy of the state, of which only element i is differentiated.
double jacobian_norm(const torch::Tensor& later, const torch::Tensor& first) {
  const auto each = torch::eye(later.size(1), later.options());
  const auto jacobian = torch::autograd::grad({later}, {first}, {each}, /*retain_graph=*/true,
                                              /*create_graph=*/false, /*allow_unused=*/true)
                            .front();
  return jacobian.defined() ? jacobian.norm().item<double>() : 0.0;
}

}  // namespace

StateGradientNorms state_gradient_norms(Recurrent& rnn, const torch::Tensor& input,
                                        const ops::RecurrentState& initial) {
  const auto& options = rnn->options();
  TORCH_CHECK(input.dim() == 3 && input.size(1) == 1 && !options.bidirectional,
              "state_gradient_norms: input must be (steps, 1, input_size) of one direction, got ",
              input.sizes());
  // One copy of the sentence per element of the state, so one backward pass gives a whole Jacobian.
  const int64_t size = options.hidden_size;
  const auto copies = [size](const torch::Tensor& row) {
    return row.detach().expand({size, size}).contiguous().requires_grad_();
  };
  const auto zero = torch::zeros({1, size}, input.options());
  ops::RecurrentState first;
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    const ops::CellState start = initial.empty() ? ops::CellState{zero, zero} : initial[layer];
    first.push_back({copies(start.hidden), {}});
    if (options.cell == ops::Cell::lstm) first.back().cell = copies(start.cell);
  }
  StateGradientNorms norms;
  auto state = first;
  for (int64_t step = 0;; ++step) {
    norms.hidden.push_back(jacobian_norm(state.back().hidden, first.back().hidden));
    if (options.cell == ops::Cell::lstm) {
      norms.cell.push_back(jacobian_norm(state.back().cell, first.back().cell));
    }
    if (step == input.size(0)) return norms;
    const auto x = input.narrow(0, step, 1).expand({1, size, input.size(2)});
    state = rnn->forward(x, {}, state).last;
  }
}

LayerCost convolution_cost(int64_t tokens, int64_t size, int64_t kernel) {
  TORCH_CHECK(kernel > 1, "convolution_cost: kernel ", kernel, " never joins two tokens");
  const int64_t distance = tokens - 1, reach = kernel - 1;
  return {kernel * tokens * size * size, 1, (distance + reach - 1) / reach};
}

LayerCost recurrent_cost(int64_t tokens, int64_t size) {
  return {tokens * size * size, tokens, tokens};
}

LayerCost self_attention_cost(int64_t tokens, int64_t size) {
  return {2 * tokens * tokens * size, 1, 1};
}

}  // namespace regard::nn
