#pragma once
#include <torch/types.h>

#include "ops/recurrent_step.h"

namespace regard::ops {

struct SequenceOutput {
  torch::Tensor states;  ///< (steps, batch, size)
  torch::Tensor cells;   ///< (steps, batch, size); LSTM only
};

/// Runs one layer over all steps, like successive RecurrentSteps: input_gates (steps, batch,
/// gates * size) are W_ih x + b_ih; of `weights`, only W_hh and b_hh are read. The fused
/// implementation is one autograd function that allocates nothing in a step.
SequenceOutput recurrent_sequence(Cell cell, const torch::Tensor& input_gates,
                                  const RecurrentWeights& weights, const CellState& initial);

}  // namespace regard::ops

/// One recurrent layer stepped forward and backward without autograd, for functions that compute a
/// whole sequence at once (float32 on the CPU). A step allocates nothing.
namespace regard::ops {

/// Values that a layer saves for the backward pass.
struct LayerTape {
  torch::Tensor states;        ///< (steps, batch, size)
  torch::Tensor cells;         ///< (steps, batch, size); LSTM only
  torch::Tensor gates;         ///< (steps, batch, gates * size): values of the gates
  torch::Tensor hidden_gates;  ///< W_hh h + b_hh, like gates; only for a GRU with reset after this
  torch::Tensor reset_states;  ///< r * h, like states; GRU with the reset before the product only
};

class LayerForward {
 public:
  LayerForward(Cell cell, const torch::Tensor& hidden_weight, const torch::Tensor& hidden_bias,
               CellState initial, int64_t steps);

  /// Runs step `step`, from 0. input_gates (batch, gates * size), contiguous, are W_ih x + b_ih.
  void step(int64_t step, const torch::Tensor& input_gates);
  /// (batch, size): the state that the step `step` starts from.
  torch::Tensor state_before(int64_t step) const;

  const LayerTape& tape() const { return tape_; }

 private:
  Cell cell_;
  CellState initial_;
  torch::Tensor weight_, bias_;  // weight (transposed) and bias of the hidden state
  LayerTape tape_;
  torch::Tensor products_;  // W_hh h + b_hh if the tape does not keep them
  // GRU with the reset before the product only: W_hn transposed, b_hn, and W_hn (r * h) + b_hn.
  torch::Tensor candidate_weight_, candidate_bias_, candidates_;
};

class LayerBackward {
 public:
  /// `state_gradients` and `cell_gradients` (steps, batch, size): the gradients of the layer's
  /// outputs; undefined if there are none.
  LayerBackward(Cell cell, torch::Tensor hidden_weight, CellState initial, LayerTape tape,
                torch::Tensor state_gradients, torch::Tensor cell_gradients);

  /// Must be called once for each step, from the last to the first.
  void step(int64_t step);
  /// (batch, size): before step(t), the gradient of the state after step t; afterwards, that of the
  /// state before step t. Callers add the gradients that reach the state by other paths.
  torch::Tensor& state_gradient() { return state_gradient_; }
  /// (steps, batch, gates * size): the gradients of W_ih x + b_ih.
  const torch::Tensor& input_gates() const { return input_gates_; }

  /// After the last step: gradients of the initial state (the cell's only for an LSTM)
  /// and of the weights.
  CellState initial() const { return {state_gradient_, cell_gradient_}; }
  torch::Tensor hidden_weight() const;
  torch::Tensor hidden_bias() const { return hidden_gates_.sum(c10::IntArrayRef{0, 1}); }

 private:
  Cell cell_;
  torch::Tensor weight_;
  CellState start_;
  LayerTape tape_;
  torch::Tensor state_gradients_, cell_gradients_;  // of the outputs, given by the caller
  torch::Tensor state_gradient_, cell_gradient_;    // from later steps
  torch::Tensor input_gates_, hidden_gates_;  // one tensor, unless a GRU's reset is after W_hh
  torch::Tensor passed_;  // gradient that reaches a GRU's state without a matrix multiplication
  torch::Tensor reset_gradient_;  // gradient of r * h
};

}  // namespace regard::ops
