#pragma once
#include <vector>

#include "regard/train/optimizer.h"

namespace regard::train {

struct SgdOptions {
  double momentum = 0.0;
  double weight_decay = 0.0;  ///< added to the gradient
  bool decay_all = true;      ///< or matrices only: parameters of two or more dimensions
};

/// Gradient descent, w -= learning_rate * v with v = momentum * v + gradient; without momentum, v
/// is the gradient (d2l 12.4 and 12.6; Polyak, 1964). A new learning rate applies to all of v, as
/// in PyTorch.
class Sgd : public Optimizer {
 public:
  Sgd(NamedTensors parameters, const SgdOptions& options);

  void step(double learning_rate) override;

  /// With momentum, "sgd.velocity.NAME".
  NamedTensors state() const override;

 private:
  SgdOptions options_;
  std::vector<torch::Tensor> velocities_;  // empty without momentum
};

}  // namespace regard::train
