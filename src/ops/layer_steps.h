#pragma once
#include <torch/types.h>

#include "regard/ops/recurrent_step.h"

/// One recurrent layer stepped through time and back without autograd, for the functions that do a
/// whole sequence at once (float32 on the CPU). Nothing is allocated in a step.
namespace regard::ops {

/// Whether a layer of such cells can be stepped so.
bool may_fuse(Cell cell, const torch::Tensor& tensor);

/// What a layer leaves for the way back.
struct LayerTape {
  torch::Tensor states;        ///< (steps, batch, size)
  torch::Tensor cells;         ///< likewise; LSTM only
  torch::Tensor gates;         ///< (steps, batch, gates * size): their values
  torch::Tensor hidden_gates;  ///< likewise: W_hh h + b_hh; GRU only
};

class LayerForward {
 public:
  LayerForward(Cell cell, torch::Tensor hidden_weight, torch::Tensor hidden_bias, CellState initial,
               int64_t steps);

  /// input_gates (batch, gates * size), contiguous: W_ih x + b_ih. Steps count from 0.
  void step(int64_t step, const torch::Tensor& input_gates);
  /// (batch, size): the state that the step `step` starts from.
  torch::Tensor state_before(int64_t step) const;

  const LayerTape& tape() const { return tape_; }

 private:
  Cell cell_;
  torch::Tensor weight_, bias_;  // of the hidden state; the weight turned round
  CellState initial_;
  LayerTape tape_;
  torch::Tensor products_;  // W_hh h + b_hh where the tape does not keep them
};

class LayerBackward {
 public:
  /// `state_gradients` and `cell_gradients` (steps, batch, size): what the layer's outputs have got
  /// from outside; undefined: nothing.
  LayerBackward(Cell cell, torch::Tensor hidden_weight, CellState initial, LayerTape tape,
                torch::Tensor state_gradients, torch::Tensor cell_gradients);

  /// Steps are taken from the last to the first.
  void step(int64_t step);
  /// (batch, size): before step(t) the gradient of the state after step t, after it that of the
  /// state before. What flows in by other ways is to be added.
  torch::Tensor& state_gradient() { return state_gradient_; }
  /// (steps, batch, gates * size): of W_ih x + b_ih.
  const torch::Tensor& input_gates() const { return input_gates_; }

  /// After the last step back: gradients of the initial state (the cell's undefined but for LSTM)
  /// and of the weights.
  CellState initial() const { return {state_gradient_, cell_gradient_}; }
  torch::Tensor hidden_weight() const;
  torch::Tensor hidden_bias() const { return hidden_gates_.sum(c10::IntArrayRef{0, 1}); }

 private:
  Cell cell_;
  torch::Tensor weight_;
  CellState start_;
  LayerTape tape_;
  torch::Tensor state_gradients_, cell_gradients_;  // from outside
  torch::Tensor state_gradient_, cell_gradient_;    // from the steps after
  torch::Tensor input_gates_, hidden_gates_;        // one tensor, but for GRU
  torch::Tensor passed_;                            // what a GRU hands to the state before
};

}  // namespace regard::ops
