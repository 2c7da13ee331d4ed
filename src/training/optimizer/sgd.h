#pragma once
#include <vector>

#include "optimizer/optimizer.h"

namespace regard::train {

/// Gradient descent, w -= learning_rate * v with v = momentum * v + gradient; without momentum, v
/// is the gradient (d2l 12.4 and 12.6; Polyak, 1964). A new learning rate applies to all of v, as
/// in PyTorch.
class Sgd : public Optimizer {
 public:
  Sgd(NamedTensors parameters, const config::OptimizerOptions& options);

  void step(double learning_rate) override;

  /// With momentum, "sgd.velocity.NAME".
  NamedTensors state() const override;

 private:
  config::OptimizerOptions options_;
  std::vector<torch::Tensor> velocities_;  // empty without momentum
};

}  // namespace regard::train
