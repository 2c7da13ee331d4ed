#include "optimizer/optimizer.h"

#include <algorithm>

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::train {

void restore(const NamedTensors& tensors, const std::map<std::string, torch::Tensor>& state,
             const std::string& where) {
  const torch::NoGradGuard no_grad;
  for (const auto& [name, tensor] : tensors) {
    const auto found = state.find(name);
    if (found == state.end() || found->second.sizes() != tensor.sizes()) {
      throw Error(str("lacks the tensor ", name, ", or has it in a different shape"), where,
                  "train again with --overwrite: it belongs to a different model or optimizer",
                  ExitCode::failure);
    }
    tensor.copy_(found->second);
  }
}

void Optimizer::zero_grad() {
  for (auto& [name, parameter] : parameters_) parameter.mutable_grad().reset();
}

std::unique_ptr<Optimizer> make_optimizer(NamedTensors parameters,
                                          const config::OptimizerOptions& options) {
  if (options.optimizer == config::OptimizerKind::sgd) {
    return std::make_unique<Sgd>(std::move(parameters), options);
  }
  return std::make_unique<Adam>(std::move(parameters), options);
}

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

MovingAverage::MovingAverage(NamedTensors weights, double decay)
    : weights_(std::move(weights)), decay_(decay) {
  if (decay_ == 0) return;
  for (const auto& [name, weight] : weights_) averages_.push_back(weight.detach().clone());
}

void MovingAverage::update(int64_t step) {
  if (averages_.empty()) return;
  const torch::NoGradGuard no_grad;
  std::vector<torch::Tensor> weights;
  weights.reserve(weights_.size());
  for (const auto& [name, weight] : weights_) weights.push_back(weight);
  const auto now = static_cast<double>(step);
  const double decay = std::min(decay_, (1.0 + now) / (10.0 + now));
  at::_foreach_lerp_(averages_, weights, 1.0 - decay);
}

NamedTensors MovingAverage::state() const {
  NamedTensors state;
  for (size_t i = 0; i < averages_.size(); ++i) {
    state.emplace_back("average." + weights_[i].first, averages_[i]);
  }
  return state;
}

void MovingAverage::swap_with_weights() {
  const torch::NoGradGuard no_grad;
  for (size_t i = 0; i < averages_.size(); ++i) {
    const auto weight = weights_[i].second.clone();
    weights_[i].second.copy_(averages_[i]);
    averages_[i].copy_(weight);
  }
}

}  // namespace regard::train
