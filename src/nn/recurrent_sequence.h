#pragma once
#include "regard/nn/recurrent_cell.h"

namespace regard::nn {

/// What a layer gives for a whole sequence.
struct SequenceOutput {
  torch::Tensor states;  ///< (steps, batch, size)
  torch::Tensor cells;   ///< likewise; LSTM only
};

/// One layer over all steps as one autograd function, for tensors that are `fusible`
/// (layer_steps.h): the weights' gradients are one product for all steps. `input_gates`
/// (steps, batch, gates * size) = W_ih x + b_ih.
SequenceOutput recurrent_sequence(Cell cell, const torch::Tensor& input_gates,
                                  const torch::Tensor& hidden_weight,
                                  const torch::Tensor& hidden_bias, const CellState& initial);

}  // namespace regard::nn
