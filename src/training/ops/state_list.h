#pragma once
#include <vector>

#include "ops/recurrent_step.h"

namespace regard::ops {

/// The state of a layer as autograd functions take and return it: hidden and, of an LSTM, cell.
inline std::vector<torch::Tensor> list_of(const CellState& state) {
  if (!state.cell.defined()) return {state.hidden};
  return {state.hidden, state.cell};
}

inline CellState state_of(at::TensorList list) {
  return {list[0], list.size() > 1 ? list[1] : torch::Tensor()};
}

/// A state whose rows the kernels of math/ can read.
inline CellState contiguous(const CellState& state) {
  return state.map([](const torch::Tensor& rows) { return rows.contiguous(); });
}

}  // namespace regard::ops
