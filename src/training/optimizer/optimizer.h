#pragma once
#include <torch/types.h>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "config/training_options.h"

namespace regard::train {

/// Parameters or optimizer state, in a fixed order.
using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

/// Copies the tensors with these names from a saved state, which may hold other tensors. Throws
/// Error, naming the state's file `where`, if one is missing or has a different shape.
void restore(const NamedTensors& tensors, const std::map<std::string, torch::Tensor>& state,
             const std::string& where);

/// Updates parameters from their gradients.
class Optimizer {
 public:
  explicit Optimizer(NamedTensors parameters) : parameters_(std::move(parameters)) {}
  virtual ~Optimizer() = default;

  /// Performs one update; parameters without a gradient stay unchanged.
  virtual void step(double learning_rate) = 0;
  void zero_grad();

  /// The state to resume from, in addition to the parameters; names start with the optimizer's
  /// name.
  virtual NamedTensors state() const = 0;
  /// Restores a state that state() returned. Throws Error as restore() does.
  virtual void load_state(const std::map<std::string, torch::Tensor>& state,
                          const std::string& where) {
    restore(this->state(), state, where);
  }

 protected:
  NamedTensors parameters_;
};

/// Whether a parameter has two or more dimensions, unlike biases and normalization gains.
inline bool is_matrix(const torch::Tensor& parameter) { return parameter.dim() > 1; }

/// Creates the optimizer that `options.optimizer` names.
std::unique_ptr<Optimizer> make_optimizer(NamedTensors parameters,
                                          const config::OptimizerOptions& options);

/// Adam (Kingma and Ba, 2015, arXiv:1412.6980) and AdamW (Loshchilov and Hutter, 2019,
/// arXiv:1711.05101), as options.optimizer chooses. Updates all parameters in one fused pass, where
/// torch::optim::Adam takes a dozen passes per parameter.
class Adam : public Optimizer {
 public:
  Adam(NamedTensors parameters, const config::OptimizerOptions& options);

  void step(double learning_rate) override;

  /// First and second moments and the number of updates: "adam.first.NAME", "adam.second.NAME",
  /// "adam.updates.NAME".
  NamedTensors state() const override;

 private:
  using Choice = std::function<bool(const torch::Tensor&)>;
  void step(double learning_rate, double weight_decay, const Choice& chosen);

  config::OptimizerOptions options_;
  std::vector<torch::Tensor> first_moments_;
  std::vector<torch::Tensor> second_moments_;
  std::vector<torch::Tensor> updates_;  // one scalar per parameter, as the fused operator requires
};

/// Gradient descent, w -= learning_rate * v with v = momentum * v + gradient; without momentum, v
/// is the gradient (d2l 12.4 and 12.6; Polyak, 1964). A new learning rate applies to all of v, as
/// in PyTorch.
class Sgd : public Optimizer {
 public:
  Sgd(NamedTensors parameters, const config::OptimizerOptions& options);

  void step(double learning_rate) override;

  /// The velocities, "sgd.velocity.NAME"; empty without momentum.
  NamedTensors state() const override;

 private:
  config::OptimizerOptions options_;
  std::vector<torch::Tensor> velocities_;  // empty without momentum
};

/// An exponential moving average of weights: after each step, average += (1 - d) * (weight -
/// average), where d is `decay`, but at most (1 + step) / (10 + step), which forgets the random
/// initial weights. Averages of a trajectory predict better than its last point (Polyak and
/// Juditsky, 1992).
class MovingAverage {
 public:
  /// Averages `weights`, which are shared with the model. With `decay` 0 there is no average:
  /// update() does nothing, and state() is empty.
  MovingAverage(NamedTensors weights, double decay);

  /// Adds the weights after step `step`; the first step is 1.
  void update(int64_t step);

  /// The averages, named "average.NAME", for saving and restoring.
  NamedTensors state() const;

 private:
  friend class AveragedWeights;
  void swap_with_weights();

  NamedTensors weights_;
  double decay_;
  std::vector<torch::Tensor> averages_;  // empty without decay
};

/// During its lifetime, the model has the averages as weights. Only one may exist at a time.
class AveragedWeights {
 public:
  explicit AveragedWeights(MovingAverage& average) : average_(average) {
    average_.swap_with_weights();
  }
  ~AveragedWeights() { average_.swap_with_weights(); }
  AveragedWeights(const AveragedWeights&) = delete;
  AveragedWeights& operator=(const AveragedWeights&) = delete;

 private:
  MovingAverage& average_;
};

}  // namespace regard::train
