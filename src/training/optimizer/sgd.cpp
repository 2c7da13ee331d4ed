#include "optimizer/sgd.h"

namespace regard::train {

Sgd::Sgd(NamedTensors parameters, const config::OptimizerOptions& options)
    : Optimizer(std::move(parameters)), options_(options) {
  if (options_.momentum == 0) return;
  for (const auto& [name, parameter] : parameters_) {
    velocities_.push_back(torch::zeros_like(parameter));
  }
}

void Sgd::step(double learning_rate) {
  const torch::NoGradGuard no_grad;
  std::vector<torch::Tensor> weights, changes, velocities;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const auto& parameter = parameters_[i].second;
    if (!parameter.grad().defined()) continue;
    weights.push_back(parameter);
    changes.push_back(parameter.grad());
    if (!velocities_.empty()) velocities.push_back(velocities_[i]);
  }
  if (weights.empty()) return;
  if (options_.weight_decay > 0) {
    for (size_t i = 0; i < changes.size(); ++i) {
      if (options_.decayed == config::Decayed::all || is_matrix(weights[i])) {
        changes[i] = changes[i].add(weights[i], options_.weight_decay);
      }
    }
  }
  if (!velocities.empty()) {
    at::_foreach_mul_(velocities, options_.momentum);
    at::_foreach_add_(velocities, changes);
    changes = velocities;
  }
  at::_foreach_add_(weights, changes, -learning_rate);
}

NamedTensors Sgd::state() const {
  NamedTensors state;
  for (size_t i = 0; i < velocities_.size(); ++i) {
    state.emplace_back("sgd.velocity." + parameters_[i].first, velocities_[i]);
  }
  return state;
}

}  // namespace regard::train
