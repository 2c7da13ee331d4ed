#pragma once
#include <functional>
#include <vector>

#include "regard/train/optimizer.h"

namespace regard::train {

struct AdamOptions {
  double beta1 = 0.9;
  double beta2 = 0.98;
  double epsilon = 1e-9;
  double weight_decay = 0.0;
  bool decoupled =
      false;  ///< AdamW: subtract the decay from the weight instead of adding it to the gradient
  bool decay_all = true;  ///< or matrices only: parameters of two or more dimensions
};

/// Adam (Kingma and Ba, 2015, arXiv:1412.6980) and AdamW (Loshchilov and Hutter, 2019,
/// arXiv:1711.05101), all parameters in one fused pass; LibTorch's torch::optim::Adam takes a dozen
/// passes per parameter.
class Adam : public Optimizer {
 public:
  Adam(NamedTensors parameters, const AdamOptions& options);

  void step(double learning_rate) override;

  /// First and second moments and the number of updates: "adam.first.NAME", "adam.second.NAME",
  /// "adam.updates.NAME".
  NamedTensors state() const override;

 private:
  using Choice = std::function<bool(const torch::Tensor&)>;
  void step(double learning_rate, double weight_decay, const Choice& chosen);

  AdamOptions options_;
  std::vector<torch::Tensor> first_moments_;
  std::vector<torch::Tensor> second_moments_;
  std::vector<torch::Tensor> updates_;  // one scalar a parameter, as the fused operator wants it
};

}  // namespace regard::train
