#include "optimizer/moving_average.h"

#include <algorithm>

namespace regard::train {

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
