#include "learner.h"

#include <algorithm>

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

Learner::Learner(const torch::nn::Module& model, const LearnerOptions& options)
    : parameters_(model.parameters()), adam_(named_parameters(model), {}), options_(options) {}

void Learner::update(const torch::Tensor& loss) {
  adam_.zero_grad();
  loss.backward();
  std::vector<torch::Tensor> gradients;
  for (const auto& parameter : parameters_) {
    if (parameter.grad().defined()) gradients.push_back(parameter.grad());
  }
  train::clip_gradients(gradients, options_.clip);
  adam_.step(learning_rate(options_, done_++));
}

double learning_rate(const LearnerOptions& options, int64_t done) {
  const auto step = static_cast<double>(done);
  const double risen = (step + 1) / std::max(static_cast<double>(options.warmup), 1.0);
  const double left = options.decay ? 1 - step / static_cast<double>(options.updates) : 1.0;
  return options.learning_rate * std::min(risen, left);
}

}  // namespace regard::figures
