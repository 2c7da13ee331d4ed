#include "learner.h"

#include "regard/train/gradient_clipping.h"

namespace regard::figures {
namespace {

train::NamedTensors named_parameters(const torch::nn::Module& model) {
  train::NamedTensors parameters;
  for (const auto& parameter : model.named_parameters()) {
    parameters.emplace_back(parameter.key(), parameter.value());
  }
  return parameters;
}

}  // namespace

Learner::Learner(const torch::nn::Module& model, int64_t updates, double learning_rate)
    : parameters_(model.parameters()),
      adam_(named_parameters(model), {}),
      updates_(updates),
      learning_rate_(learning_rate) {}

void Learner::update(const torch::Tensor& loss) {
  adam_.zero_grad();
  loss.backward();
  std::vector<torch::Tensor> gradients;
  for (const auto& parameter : parameters_) {
    if (parameter.grad().defined()) gradients.push_back(parameter.grad());
  }
  train::clip_gradients(gradients, 1.0);
  const double left = 1.0 - static_cast<double>(done_++) / static_cast<double>(updates_);
  adam_.step(learning_rate_ * left);
}

}  // namespace regard::figures
