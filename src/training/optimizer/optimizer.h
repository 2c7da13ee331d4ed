#pragma once
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "config/training_options.h"
#include "optimizer/named_tensors.h"

namespace regard::train {

/// Updates parameters by their gradients.
class Optimizer {
 public:
  explicit Optimizer(NamedTensors parameters) : parameters_(std::move(parameters)) {}
  virtual ~Optimizer() = default;

  /// One update; parameters without a gradient stay unchanged.
  virtual void step(double learning_rate) = 0;
  void zero_grad();

  /// The state to resume from, besides the parameters; names start with the optimizer's.
  virtual NamedTensors state() const = 0;
  /// Restores such a state, as restore() does.
  virtual void load_state(const std::map<std::string, torch::Tensor>& state,
                          const std::string& where) {
    restore(this->state(), state, where);
  }

 protected:
  NamedTensors parameters_;
};

/// Whether it has two or more dimensions, unlike biases and gains of normalizations.
inline bool is_matrix(const torch::Tensor& parameter) { return parameter.dim() > 1; }

/// The optimizer of `options.optimizer`.
std::unique_ptr<Optimizer> make_optimizer(NamedTensors parameters,
                                          const config::OptimizerOptions& options);

}  // namespace regard::train
