#pragma once
#include <torch/nn/module.h>

#include <memory>

#include "optimizer/optimizer.h"

namespace regard::figures {

/// How a learner learns.
struct LearnerOptions {
  int64_t updates;
  double learning_rate;
  double clip = 1;     ///< the gradient's largest norm; 0: any
  int64_t warmup = 0;  ///< updates in which the rate rises linearly from 0
  bool decay = true;   ///< then it falls linearly to 0
  bool plain = false;  ///< plain gradient descent instead of Adam
};

/// The small trainings of figures and claims: Adam on all parameters of a model, or plain gradient
/// descent.
class Learner {
 public:
  Learner(const torch::nn::Module& model, const LearnerOptions& options);

  /// One update with the gradient of `loss`, a tensor of no dimensions.
  void update(const torch::Tensor& loss);

 private:
  std::vector<torch::Tensor> parameters_;
  std::unique_ptr<train::Optimizer> optimizer_;
  LearnerOptions options_;
  int64_t done_ = 0;
};

/// The learning rate of an update, of which `done` came before.
double learning_rate(const LearnerOptions& options, int64_t done);

}  // namespace regard::figures
