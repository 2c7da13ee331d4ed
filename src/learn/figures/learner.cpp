#include "figures/learner.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/stopwatch.h"
#include "optimizer/optimizer.h"
#include "optimizer/step_size.h"

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

double milliseconds(const std::function<void()>& run) {
  const auto once = [&] {
    const Stopwatch stopwatch;
    run();
    return 1e3 * stopwatch.seconds();
  };
  once();  // warms up
  double best = once(), spent = best;
  for (int runs = 1; runs < 50 && (runs < 5 || spent < 50); ++runs) {
    const double time = once();
    best = std::min(best, time);
    spent += time;
  }
  return best;
}

double learning_rate(const LearnerOptions& options, int64_t done) {
  const auto step = static_cast<double>(done);
  const double risen = (step + 1) / std::max(static_cast<double>(options.warmup), 1.0);
  const double left = options.decay ? 1 - step / static_cast<double>(options.updates) : 1.0;
  return options.learning_rate * std::min(risen, left);
}

PowerLaw fit_power_law(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() != y.size()) throw std::invalid_argument("fit_power_law: x and y differ in number");
  const auto count = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    if (x[i] <= 0 || y[i] <= 0) throw std::invalid_argument("fit_power_law: not positive");
    mean_x += std::log(x[i]) / count;
    mean_y += std::log(y[i]) / count;
  }
  double spread = 0, together = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double distance = std::log(x[i]) - mean_x;
    spread += distance * distance;
    together += distance * (std::log(y[i]) - mean_y);
  }
  if (!(spread > 0)) throw std::invalid_argument("fit_power_law: all x are the same");
  const double exponent = together / spread;
  return {std::exp(mean_y - exponent * mean_x), exponent};
}

}  // namespace regard::figures
