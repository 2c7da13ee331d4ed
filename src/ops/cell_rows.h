#pragma once
#include "regard/ops/recurrent_step.h"

/// A step of all cells and its way back over the rows of a batch (float32 on the CPU, contiguous),
/// in tensors that stand ready. Every tensor is (batch, size), those of gates (batch, gates *
/// size).
namespace regard::ops {

struct StepInputs {
  const torch::Tensor& input;   ///< W_ih x + b_ih
  const torch::Tensor& hidden;  ///< W_hh h + b_hh
  const torch::Tensor& state;
  const torch::Tensor& cell;  ///< LSTM only
};

struct StepResults {
  const torch::Tensor& next;
  const torch::Tensor& next_cell;  ///< LSTM only
  const torch::Tensor& gates;      ///< their values, for the way back
};

void step_rows(Cell cell, const StepInputs& from, const StepResults& to);

/// What the way back reads.
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
  const torch::Tensor&
      cell;  ///< LSTM only: of the next cell when it begins, of the one before when it ends
  const torch::Tensor& input;   ///< of `input`; but for a GRU those of `hidden` as well
  const torch::Tensor& hidden;  ///< GRU only
  const torch::Tensor& state;   ///< GRU only: what reaches the state without W_hh
};

void step_rows_backward(Cell cell, const StepTape& tape, const StepGradients& gradients);

}  // namespace regard::ops
