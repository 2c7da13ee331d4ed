#pragma once
#include <functional>
#include <vector>

#include "optimizer/optimizer.h"

namespace regard::train {

/// Adam (Kingma and Ba, 2015, arXiv:1412.6980) and AdamW (Loshchilov and Hutter, 2019,
/// arXiv:1711.05101; options.optimizer chooses), all parameters in one fused pass; LibTorch's
/// torch::optim::Adam takes a dozen passes per parameter.
class Adam : public Optimizer {
 public:
  Adam(NamedTensors parameters, const config::OptimizerOptions& options);

  void step(double learning_rate) override;

  /// First and second moments and the number of updates: "adam.first.NAME", "adam.second.NAME",
  /// "adam.updates.NAME".
  NamedTensors state() const override;

 private:
  using Choice = std::function<bool(const torch::Tensor&)>;
  void step(double learning_rate, double weight_decay, const Choice& chosen);

  config::OptimizerOptions options_;
  std::vector<torch::Tensor> first_moments_;
  std::vector<torch::Tensor> second_moments_;
  std::vector<torch::Tensor> updates_;  // one scalar a parameter, as the fused operator wants it
};

}  // namespace regard::train
