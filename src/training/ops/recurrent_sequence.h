#pragma once
#include "ops/recurrent_step.h"

namespace regard::ops {

struct SequenceOutput {
  torch::Tensor states;  ///< (steps, batch, size)
  torch::Tensor cells;   ///< likewise; LSTM only
};

/// One layer over all steps, RecurrentStep after RecurrentStep: input_gates (steps, batch, gates *
/// size), W_ih x + b_ih; of `weights`, W_hh and b_hh are read. Fused it is one autograd function,
/// which allocates nothing in a step.
SequenceOutput recurrent_sequence(Cell cell, const torch::Tensor& input_gates,
                                  const RecurrentWeights& weights, const CellState& initial);

}  // namespace regard::ops
