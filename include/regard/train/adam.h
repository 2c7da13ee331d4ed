#pragma once
#include <torch/types.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace regard::train {

struct AdamOptions {
  double beta1 = 0.9;
  double beta2 = 0.98;
  double epsilon = 1e-9;
  double weight_decay = 0.0;
  bool decoupled = false;  ///< AdamW: decay taken off the weight, not added to the gradient
};

/// Adam (Kingma and Ba, 2015, arXiv:1412.6980) and AdamW (Loshchilov and Hutter, 2019,
/// arXiv:1711.05101), all parameters in one fused pass. LibTorch's torch::optim::Adam computes the
/// same with a dozen passes a parameter.
class Adam {
 public:
  using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

  Adam(NamedTensors parameters, const AdamOptions& options);

  /// One update with the parameters' gradients; those without one stay as they are.
  void step(double learning_rate);
  void zero_grad();

  /// First and second moments and the number of updates, under "first.NAME", "second.NAME",
  /// "updates": what resuming needs.
  NamedTensors state() const;
  /// Takes such a state over. Throws Error where a tensor is missing or has another shape.
  void load_state(const std::map<std::string, torch::Tensor>& state);

 private:
  NamedTensors parameters_;
  AdamOptions options_;
  std::vector<torch::Tensor> first_moments_;
  std::vector<torch::Tensor> second_moments_;
  std::vector<torch::Tensor> updates_;  // one scalar a parameter, as the fused operator wants it
};

}  // namespace regard::train
