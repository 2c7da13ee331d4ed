#pragma once
#include <torch/nn/module.h>

#include "regard/train/adam.h"

namespace regard::figures {

/// The small trainings of figures: Adam on all parameters of a model, gradients clipped to norm 1,
/// and a learning rate that falls linearly to 0.
class Learner {
 public:
  Learner(const torch::nn::Module& model, int64_t updates, double learning_rate);

  /// One update with the gradient of `loss`, a tensor of no dimensions.
  void update(const torch::Tensor& loss);

 private:
  std::vector<torch::Tensor> parameters_;
  train::Adam adam_;
  int64_t updates_;
  int64_t done_ = 0;
  double learning_rate_;
};

}  // namespace regard::figures
