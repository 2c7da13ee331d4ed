#include "regard/train/adam.h"

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::train {

Adam::Adam(NamedTensors parameters, const AdamOptions& options)
    : parameters_(std::move(parameters)), options_(options) {
  for (const auto& [name, parameter] : parameters_) {
    first_moments_.push_back(torch::zeros_like(parameter));
    second_moments_.push_back(torch::zeros_like(parameter));
    updates_.push_back(torch::zeros({}, parameter.options().dtype(torch::kFloat32)));
  }
}

void Adam::step(double learning_rate) {
  const torch::NoGradGuard no_grad;
  std::vector<torch::Tensor> weights, gradients, first, second, updates;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const auto& parameter = parameters_[i].second;
    if (!parameter.grad().defined()) continue;
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
          options_.beta2, options_.weight_decay, options_.epsilon, false, false, std::nullopt,
          std::nullopt);
  };
  using Fused =
      void (*)(at::TensorList, at::TensorList, at::TensorList, at::TensorList, at::TensorList,
               at::TensorList, double, double, double, double, double, bool, bool,
               const std::optional<at::Tensor>&, const std::optional<at::Tensor>&);
  update(options_.decoupled ? Fused(at::_fused_adamw_) : Fused(at::_fused_adam_));
}

void Adam::zero_grad() {
  for (auto& [name, parameter] : parameters_) parameter.mutable_grad().reset();
}

Adam::NamedTensors Adam::state() const {
  NamedTensors state;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    state.emplace_back("first." + parameters_[i].first, first_moments_[i]);
    state.emplace_back("second." + parameters_[i].first, second_moments_[i]);
    state.emplace_back("updates." + parameters_[i].first, updates_[i]);
  }
  return state;
}

void Adam::load_state(const std::map<std::string, torch::Tensor>& state) {
  const torch::NoGradGuard no_grad;
  const auto take = [&](torch::Tensor& to, const std::string& name) {
    const auto found = state.find(name);
    if (found == state.end() || found->second.sizes() != to.sizes()) {
      throw Error(str("the optimiser's state lacks ", name, ", or has it in another shape"), "",
                  "train again without --resume", ExitCode::failure);
    }
    to.copy_(found->second);
  };
  for (size_t i = 0; i < parameters_.size(); ++i) {
    take(first_moments_[i], "first." + parameters_[i].first);
    take(second_moments_[i], "second." + parameters_[i].first);
    take(updates_[i], "updates." + parameters_[i].first);
  }
}

}  // namespace regard::train
