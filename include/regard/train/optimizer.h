#pragma once
#include <torch/types.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "regard/config/training_options.h"

namespace regard::train {

/// Changes parameters by their gradients.
class Optimizer {
 public:
  using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

  explicit Optimizer(NamedTensors parameters) : parameters_(std::move(parameters)) {}
  virtual ~Optimizer() = default;

  /// One update with the parameters' gradients; those without one stay as they are.
  virtual void step(double learning_rate) = 0;
  void zero_grad();

  /// What resuming needs beside the parameters, by names that begin with the optimiser's.
  virtual NamedTensors state() const = 0;
  /// Takes such a state over; other tensors may stand beside it. Throws Error where a tensor is
  /// missing or has another shape.
  virtual void load_state(const std::map<std::string, torch::Tensor>& state);

 protected:
  NamedTensors parameters_;
};

/// Whether it has two dimensions or more, which biases and gains of normalizations do not have.
inline bool is_matrix(const torch::Tensor& parameter) { return parameter.dim() > 1; }

/// The optimiser of `options.optimizer`.
std::unique_ptr<Optimizer> make_optimizer(Optimizer::NamedTensors parameters,
                                          const config::TrainingOptions& options);

}  // namespace regard::train
