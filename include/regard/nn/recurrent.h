#pragma once
#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include <vector>

#include "regard/nn/recurrent_cell.h"
#include "regard/nn/step_linear.h"

namespace regard::nn {

struct RecurrentOptions {
  Cell cell = Cell::gru;
  int64_t input_size;
  int64_t hidden_size;
  int64_t layers = 1;
  bool bidirectional = false;
  double dropout = 0.0;  ///< between layers, in training
};

/// The state of all layers. Bidirectional: layer 0 forward, layer 0 backward, layer 1 forward, ...
using RecurrentState = std::vector<CellState>;

/// One layer in one direction; the gates are stacked.
struct RecurrentWeights {
  torch::Tensor input_weight;   ///< W_ih (gates * hidden_size, input)
  torch::Tensor hidden_weight;  ///< W_hh (gates * hidden_size, hidden_size)
  torch::Tensor input_bias;     ///< b_ih (gates * hidden_size)
  torch::Tensor hidden_bias;    ///< b_hh (gates * hidden_size)
};

struct RecurrentOutput {
  torch::Tensor states;  ///< (steps, batch, directions * hidden_size) of the top layer
  RecurrentState last;   ///< of each layer after its last step
};

/// A stack of RNN, GRU or LSTM layers with the equations, the parameters and the parameter names of
/// torch::nn::GRU and its siblings; it can also be stepped from outside, as a decoder wants it.
/// Gradients are those of PyTorch, faster on the CPU.
class RecurrentImpl : public torch::nn::Module {
 public:
  explicit RecurrentImpl(const RecurrentOptions& options);

  /// input (steps, batch, input_size). With `lengths` (batch), int64, padding after them has no
  /// effect: states there are 0, `last` is after the last real step, and the backward direction
  /// begins there. Undefined: all steps are real. `initial`, if not empty, is where the layers
  /// start instead of 0.
  RecurrentOutput forward(const torch::Tensor& input, const torch::Tensor& lengths = {},
                          const RecurrentState& initial = {});

  /// Steps through the stack one position at a time.
  class Stepper {
   public:
    /// input_gates (batch, gates * hidden_size): W_ih x + b_ih of the first layer. Returns the
    /// state after it.
    RecurrentState step(const torch::Tensor& input_gates, const RecurrentState& state) const;

   private:
    friend class RecurrentImpl;
    const RecurrentImpl* owner_;
    std::vector<StepLinear> input_, hidden_;
  };
  /// For one direction only. Use it as long as the weights do not change, and for one pass where
  /// gradients are wanted.
  Stepper stepper();

  /// In the order of RecurrentState.
  const std::vector<RecurrentWeights>& weights() const { return weights_; }
  const RecurrentOptions& options() const { return options_; }

 private:
  RecurrentOutput run(const RecurrentWeights& weights, const torch::Tensor& input,
                      const torch::Tensor& lengths, const CellState& initial);

  RecurrentOptions options_;
  std::vector<RecurrentWeights> weights_;  // in the order of RecurrentState
};
TORCH_MODULE(Recurrent);

}  // namespace regard::nn
