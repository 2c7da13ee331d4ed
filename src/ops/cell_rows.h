#pragma once
#include "regard/ops/recurrent_step.h"

/// The step of every cell and its backward pass, over the rows of a batch (float32 on the CPU,
/// contiguous), into tensors that exist already. Every tensor is (batch, size), those of gates
/// (batch, gates * size).
namespace regard::ops {

struct StepInputs {
  const torch::Tensor& input;   ///< W_ih x + b_ih
  const torch::Tensor& hidden;  ///< W_hh h + b_hh; of a GRU after reset_rows, W_hn (r * h) + b_hn
  const torch::Tensor& state;
  const torch::Tensor& cell;  ///< LSTM only
};

struct StepResults {
  const torch::Tensor& next;
  const torch::Tensor& next_cell;  ///< LSTM only
  const torch::Tensor& gates;      ///< their values, for the backward pass
};

void step_rows(Cell cell, const StepInputs& from, const StepResults& to);

/// What the backward pass reads.
struct StepTape {
  const torch::Tensor& hidden;  ///< GRU only
  const torch::Tensor& state;
  const torch::Tensor& cell;  ///< LSTM only
  const torch::Tensor& next;
  const torch::Tensor& next_cell;  ///< LSTM only
  const torch::Tensor& gates;
};

struct StepGradients {
  const torch::Tensor& next;  ///< read
  /// LSTM only: of the next cell before the call, of the cell before the step after it.
  const torch::Tensor& cell;
  const torch::Tensor& input;   ///< of `input`, and where `hidden` is not used, of that as well
  const torch::Tensor& hidden;  ///< GRU with the reset after the product only
  const torch::Tensor& state;   ///< GRUs only: what reaches the state without a product
};

void step_rows_backward(Cell cell, const StepTape& tape, const StepGradients& gradients);

/// The first half of a GRU with the reset before the product: the gates reset and update, and
/// reset_state = r * h. `hidden` (batch, 2 * size) is of these two gates.
void reset_rows(const StepInputs& from, const torch::Tensor& gates,
                const torch::Tensor& reset_state);

/// Its backward pass, which follows step_rows_backward: completes the gradients of `input` and
/// `state`.
void reset_rows_backward(const torch::Tensor& of_reset_state, const StepTape& tape,
                         const StepGradients& gradients);

}  // namespace regard::ops
