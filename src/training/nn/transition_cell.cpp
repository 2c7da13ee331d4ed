#include "nn/transition_cell.h"

#include <vector>

#include "architecture/conditional_gru_options.h"
#include "ops/affine.h"
#include "ops/probe.h"

namespace regard::nn {

NormedLinearImpl::NormedLinearImpl(const NormedLinearOptions& options) {
  weight = register_parameter("weight", torch::zeros({options.outputs, options.inputs}));
  if (options.normalized) gain = register_parameter("gain", torch::ones({options.outputs}));
  if (options.has_bias) bias = register_parameter("bias", torch::zeros({options.outputs}));
}

torch::Tensor NormedLinearImpl::forward(const torch::Tensor& x) {
  if (!gain.defined()) return ops::affine(x, weight, bias);
  return torch::layer_norm(ops::affine(x, weight), {weight.size(0)}, gain, bias,
                           model::kGateNormEpsilon);
}

TransitionCellImpl::TransitionCellImpl(const TransitionCellOptions& options) {
  const int64_t gates = 3 * options.size;
  const auto map = [&](const char* name, int64_t inputs, bool has_bias) {
    return register_module(name, NormedLinear(NormedLinearOptions{.inputs = inputs,
                                                                  .outputs = gates,
                                                                  .normalized = options.normalized,
                                                                  .has_bias = has_bias}));
  };
  if (options.inputs > 0) W = map("W", options.inputs, !options.bias_on_state);
  U = map("U", options.size, options.bias_on_state);
  if (options.inputs == 0 && !options.bias_on_state) {
    bias = register_parameter("bias", torch::zeros({gates}));
  }
}

torch::Tensor TransitionCellImpl::input_gates(const torch::Tensor& x) { return W(x); }

torch::Tensor TransitionCellImpl::step(const torch::Tensor& input_gates, const torch::Tensor& h) {
  const auto i = input_gates.chunk(3, -1), g = U(h).chunk(3, -1);
  const auto r = REGARD_OBSERVED("reset gate", torch::sigmoid(i[0] + g[0])),
             z = REGARD_OBSERVED("update gate", torch::sigmoid(i[1] + g[1])),
             n = REGARD_OBSERVED("GRU candidate", torch::tanh(i[2] + r * g[2]));
  return REGARD_OBSERVED("GRU state", (1 - z) * n + z * h);
}

torch::Tensor TransitionCellImpl::step(const torch::Tensor& h) {
  return step(bias.defined() ? bias : h.new_zeros({3 * h.size(-1)}), h);
}

TransitionLayerImpl::TransitionLayerImpl(const TransitionLayerOptions& options)
    : size_(options.size) {
  for (int64_t cell = 0; cell < options.cells; ++cell) {
    push_back(TransitionCell(TransitionCellOptions{.inputs = cell == 0 ? options.inputs : 0,
                                                   .size = options.size,
                                                   .normalized = options.normalized}));
  }
}

torch::Tensor TransitionLayerImpl::input_gates(const torch::Tensor& x) {
  return ptr<TransitionCellImpl>(0)->input_gates(x);
}

torch::Tensor TransitionLayerImpl::step(const torch::Tensor& input_gates, const torch::Tensor& h) {
  // A layer's state is the state of its last cell. If it has several, probes distinguish them.
  const ops::ProbeScope scope(size() > 1 ? "cell" : "");
  auto next = ptr<TransitionCellImpl>(0)->step(input_gates, h);
  for (size_t cell = 1; cell < size(); ++cell) next = ptr<TransitionCellImpl>(cell)->step(next);
  return next;
}

torch::Tensor TransitionLayerImpl::forward(const torch::Tensor& x, const torch::Tensor& mask,
                                           bool backward) {
  const auto gates = input_gates(x);
  const int64_t steps = x.size(0);
  auto h = x.new_zeros({x.size(1), size_});
  std::vector<torch::Tensor> states(static_cast<size_t>(steps));
  for (int64_t step_number = 0; step_number < steps; ++step_number) {
    const int64_t at = backward ? steps - 1 - step_number : step_number;
    h = torch::where(mask[at], step(gates[at], h), h);
    states[static_cast<size_t>(at)] = h;
  }
  return torch::stack(states);
}

}  // namespace regard::nn
