#include "figures/learner.h"

#include <algorithm>

#include "optimizer/adam.h"
#include "optimizer/gradient_clipping.h"
#include "optimizer/sgd.h"

namespace regard::figures {
namespace {

train::NamedTensors named_parameters(const torch::nn::Module& model) {
  train::NamedTensors parameters;
  for (const auto& parameter : model.named_parameters()) {
    parameters.emplace_back(parameter.key(), parameter.value());
  }
  return parameters;
}

std::unique_ptr<train::Optimizer> optimizer_for(const torch::nn::Module& model,
                                                const LearnerOptions& options) {
  if (options.plain) {
    return std::make_unique<train::Sgd>(named_parameters(model), config::OptimizerOptions());
  }
  return std::make_unique<train::Adam>(named_parameters(model), config::OptimizerOptions());
}

}  // namespace

Learner::Learner(const torch::nn::Module& model, const LearnerOptions& options)
    : parameters_(model.parameters()),
      optimizer_(optimizer_for(model, options)),
      options_(options) {}

void Learner::update(const torch::Tensor& loss) {
  optimizer_->zero_grad();
  loss.backward();
  std::vector<torch::Tensor> gradients;
  for (const auto& parameter : parameters_) {
    if (parameter.grad().defined()) gradients.push_back(parameter.grad());
  }
  train::clip_gradients(gradients, options_.clip);
  optimizer_->step(learning_rate(options_, done_++));
}

double learning_rate(const LearnerOptions& options, int64_t done) {
  const auto step = static_cast<double>(done);
  const double risen = (step + 1) / std::max(static_cast<double>(options.warmup), 1.0);
  const double left = options.decay ? 1 - step / static_cast<double>(options.updates) : 1.0;
  return options.learning_rate * std::min(risen, left);
}

}  // namespace regard::figures
