#pragma once
#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include <vector>

#include "ops/recurrent_step.h"

namespace regard::nn {

struct RecurrentOptions {
  ops::Cell cell = ops::Cell::gru;
  int64_t input_size;
  int64_t hidden_size;
  int64_t layers = 1;
  bool bidirectional = false;
  double dropout = 0.0;  ///< between layers, in training
};

struct RecurrentOutput {
  torch::Tensor states;      ///< (steps, batch, directions * hidden_size) of the top layer
  ops::RecurrentState last;  ///< state of each layer after its last step
};

/// A stack of RNN, GRU or LSTM layers (equations: ops/recurrent_step.h) with the parameter names
/// and shapes of torch::nn::GRU and its siblings. `stepper` computes single steps, for decoders.
class RecurrentImpl : public torch::nn::Module {
 public:
  explicit RecurrentImpl(const RecurrentOptions& options);

  /// input (steps, batch, input_size). With `lengths` (batch), int64, padding has no effect: states
  /// there are 0, `last` is after the last real step, and the backward direction begins there.
  /// Undefined: all steps are real. `initial`, if not empty, is the initial state instead of 0.
  RecurrentOutput forward(const torch::Tensor& input, const torch::Tensor& lengths = {},
                          const ops::RecurrentState& initial = {});

  /// For one direction only. Stays valid until the weights change or, with gradients, for one pass.
  ops::RecurrentStack stepper() const;

  /// The weights of all layers, in the order of ops::RecurrentState.
  const std::vector<ops::RecurrentWeights>& weights() const { return weights_; }
  const RecurrentOptions& options() const { return options_; }

 private:
  RecurrentOptions options_;
  std::vector<ops::RecurrentWeights> weights_;  // in the order of ops::RecurrentState
};
TORCH_MODULE(Recurrent);

}  // namespace regard::nn
