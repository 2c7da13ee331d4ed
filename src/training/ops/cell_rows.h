#pragma once
#include "ops/recurrent_step.h"

/// The step of every cell and its backward pass, over the rows of a batch (float32 on the CPU,
/// contiguous), into tensors that exist already.
namespace regard::ops {

/// A step of a batch, or its gradients. Tensors of gates are (batch, gates * size), all others
/// (batch, size); those that a cell does not need are undefined.
struct CellRows {
  torch::Tensor input = {};      ///< of gates: W_ih x + b_ih
  torch::Tensor hidden = {};     ///< of gates that read the state itself: W_hh h + b_hh
  torch::Tensor state = {};      ///< before the step
  torch::Tensor cell = {};       ///< likewise; LSTM only
  torch::Tensor next = {};       ///< the state after the step
  torch::Tensor next_cell = {};  ///< LSTM only
  torch::Tensor gates = {};      ///< their values, for the backward pass
  /// GRU with the reset before the product only: r * h, and W_hn (r * h) + b_hn.
  torch::Tensor reset_state = {}, candidate = {};
};

/// Reads input, hidden, state and cell; writes next, next_cell and gates. A GRU with the reset
/// before the product reads candidate in place of hidden, after reset_rows.
void step_rows(Cell cell, const CellRows& rows);

/// The backward pass, from of.next: writes of.input and, for a GRU with
/// the reset after the product, of.hidden; for all other cells of.input is the gradient of hidden
/// too. For a GRU, writes to of.state what reaches the state without a product. For an LSTM,
/// of.cell is the gradient of next_cell before the call and that of cell after it.
void step_rows_backward(Cell cell, const CellRows& rows, const CellRows& of);

/// The first half of the step of a GRU with the reset before the product: reads input, hidden and
/// state; writes reset_state and the first two gates.
void reset_rows(const CellRows& rows);

/// Its backward pass, after step_rows_backward: completes of.input and of.state from
/// of.reset_state.
void reset_rows_backward(const CellRows& rows, const CellRows& of);

}  // namespace regard::ops
