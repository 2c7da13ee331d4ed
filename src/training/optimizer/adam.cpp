#include "optimizer/adam.h"

namespace regard::train {

Adam::Adam(NamedTensors parameters, const config::OptimizerOptions& options)
    : Optimizer(std::move(parameters)), options_(options) {
  for (const auto& [name, parameter] : parameters_) {
    first_moments_.push_back(torch::zeros_like(parameter));
    second_moments_.push_back(torch::zeros_like(parameter));
    updates_.push_back(torch::zeros({}, parameter.options().dtype(torch::kFloat32)));
  }
}

void Adam::step(double learning_rate) {
  if (options_.decayed == config::Decayed::all || options_.weight_decay == 0) {
    return step(learning_rate, options_.weight_decay, [](const auto&) { return true; });
  }
  step(learning_rate, options_.weight_decay, is_matrix);
  step(learning_rate, 0.0, [](const auto& parameter) { return !is_matrix(parameter); });
}

void Adam::step(double learning_rate, double weight_decay, const Choice& chosen) {
  const torch::NoGradGuard no_grad;
  std::vector<torch::Tensor> weights, gradients, first, second, updates;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const auto& parameter = parameters_[i].second;
    if (!parameter.grad().defined() || !chosen(parameter)) continue;
    weights.push_back(parameter);
    gradients.push_back(parameter.grad());
    first.push_back(first_moments_[i]);
    second.push_back(second_moments_[i]);
    updates.push_back(updates_[i]);
  }
  if (weights.empty()) return;
  at::_foreach_add_(updates, 1);
  const auto update = [&](auto&& fused) {
    fused(weights, gradients, first, second, {}, updates, learning_rate, options_.beta1,
          options_.beta2, weight_decay, options_.epsilon, false, false, std::nullopt, std::nullopt);
  };
  using Fused =
      void (*)(at::TensorList, at::TensorList, at::TensorList, at::TensorList, at::TensorList,
               at::TensorList, double, double, double, double, double, bool, bool,
               const std::optional<at::Tensor>&, const std::optional<at::Tensor>&);
  const bool decoupled = options_.optimizer == config::OptimizerKind::adamw;
  update(decoupled ? Fused(at::_fused_adamw_) : Fused(at::_fused_adam_));
}

NamedTensors Adam::state() const {
  NamedTensors state;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    state.emplace_back("adam.first." + parameters_[i].first, first_moments_[i]);
    state.emplace_back("adam.second." + parameters_[i].first, second_moments_[i]);
    state.emplace_back("adam.updates." + parameters_[i].first, updates_[i]);
  }
  return state;
}

}  // namespace regard::train
