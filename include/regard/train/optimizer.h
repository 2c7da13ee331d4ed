#pragma once
#include <torch/types.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "regard/config/training_options.h"

namespace regard::train {

/// Updates parameters by their gradients.
class Optimizer {
 public:
  using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

  explicit Optimizer(NamedTensors parameters) : parameters_(std::move(parameters)) {}
  virtual ~Optimizer() = default;

  /// One update; parameters without a gradient stay unchanged.
  virtual void step(double learning_rate) = 0;
  void zero_grad();

  /// The state to resume from, besides the parameters; names start with the optimizer's.
  virtual NamedTensors state() const = 0;
  /// Restores such a state; other tensors in it are ignored. Throws Error if a tensor is missing or
  /// has another shape.
  virtual void load_state(const std::map<std::string, torch::Tensor>& state);

 protected:
  NamedTensors parameters_;
};

/// Whether it has two or more dimensions, unlike biases and gains of normalizations.
inline bool is_matrix(const torch::Tensor& parameter) { return parameter.dim() > 1; }

/// The optimizer of `options.optimizer`.
std::unique_ptr<Optimizer> make_optimizer(Optimizer::NamedTensors parameters,
                                          const config::TrainingOptions& options);

}  // namespace regard::train
