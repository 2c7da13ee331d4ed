#pragma once
#include <torch/types.h>
#include <vector>

#include "architecture/layer_kinds.h"
#include "ops/affine.h"

namespace regard::ops {

/// The state of one layer.
struct CellState {
  torch::Tensor hidden;  ///< (batch, hidden_size)
  torch::Tensor cell;    ///< (batch, hidden_size); LSTM only

  /// The state before the first step: zeros with the type and device of `like`.
  static CellState zeros(Cell cell, int64_t batch, int64_t hidden_size,
                         const torch::TensorOptions& like);

  /// Applies `f` to each defined tensor.
  template <class F>
  CellState map(const F& f) const {
    return {f(hidden), cell.defined() ? f(cell) : cell};
  }
};

/// The state of all layers. Bidirectional: layer 0 forward, layer 0 backward, layer 1 forward, ...
using RecurrentState = std::vector<CellState>;

template <class F>
RecurrentState map(const RecurrentState& state, const F& f) {
  RecurrentState mapped;
  for (const auto& layer : state) mapped.push_back(layer.map(f));
  return mapped;
}

/// One layer in one direction; the gates are stacked.
struct RecurrentWeights {
  torch::Tensor input_weight;   ///< W_ih (gates * hidden_size, input)
  torch::Tensor hidden_weight;  ///< W_hh (gates * hidden_size, hidden_size)
  torch::Tensor input_bias;     ///< b_ih (gates * hidden_size)
  torch::Tensor hidden_bias;    ///< b_hh (gates * hidden_size)
};

/// The step of one layer. With i = W_ih x + b_ih and g = W_hh h + b_hh, where each gate has its own
/// rows:
///   RNN   h' = tanh(i + g), or relu
///   GRU   r = sigmoid(i_r + g_r), z = sigmoid(i_z + g_z), n = tanh(i_n + r * g_n),
///         h' = (1 - z) * n + z * h;
///         reset before the product: n = tanh(i_n + W_hn (r * h) + b_hn)
///   LSTM  i, f, o = sigmoid, n = tanh of their i + g, c' = f * c + i * n, h' = o * tanh(c')
/// d2l 9.4, 10.1 and 10.2; the order of the gates is PyTorch's. Create one object per pass over a
/// sequence.
class RecurrentStep {
 public:
  /// Reads only W_hh and b_hh of `weights`.
  RecurrentStep(Cell cell, const RecurrentWeights& weights);

  /// input_gates (batch, gates * hidden_size): W_ih x + b_ih.
  CellState operator()(const torch::Tensor& input_gates, const CellState& state) const;

 private:
  Cell cell_;
  StepLinear hidden_;     // W_hh h + b_hh; only reset and update if the reset is before the product
  StepLinear candidate_;  // W_hn (r * h) + b_hn, if the reset is before the product
};

/// Steps through a stack of layers: each reads the state of the layer below, after dropout.
class RecurrentStack {
 public:
  /// `dropout` is applied between layers; it is 0 outside training.
  RecurrentStack(Cell cell, const std::vector<RecurrentWeights>& layers, double dropout);

  /// input_gates (batch, gates * hidden_size): W_ih x + b_ih of the first layer -> the state after
  /// the step.
  RecurrentState operator()(const torch::Tensor& input_gates, const RecurrentState& state) const;

 private:
  double dropout_;
  std::vector<StepLinear> inputs_;  // one per layer but the first
  std::vector<RecurrentStep> steps_;
};

/// The state of a layer as autograd functions take and return it: hidden state and, for an LSTM,
/// cell.
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

/// The step of each kind of cell and its backward pass, over the rows of a batch (float32 on the
/// CPU, contiguous). The results are written into existing tensors.
namespace regard::ops {

/// A step of a batch, or its gradients. Tensors of gates are (batch, gates * size), all others
/// (batch, size); those that a cell does not need are undefined.
struct CellRows {
  torch::Tensor input = {};      ///< for gates: W_ih x + b_ih
  torch::Tensor hidden = {};     ///< for gates that read the state itself: W_hh h + b_hh
  torch::Tensor state = {};      ///< before the step
  torch::Tensor cell = {};       ///< before the step; LSTM only
  torch::Tensor next = {};       ///< the state after the step
  torch::Tensor next_cell = {};  ///< after the step; LSTM only
  torch::Tensor gates = {};      ///< values of the gates, for the backward pass
  /// GRU with the reset before the product only: r * h, and W_hn (r * h) + b_hn.
  torch::Tensor reset_state = {}, candidate = {};
};

/// Reads input, hidden, state and cell; writes next, next_cell and gates. A GRU with the reset
/// before the product reads candidate in place of hidden, after reset_rows.
void step_rows(Cell cell, const CellRows& rows);

/// The backward pass of step_rows, from of.next: writes of.input and, for a GRU with the reset
/// after the product, of.hidden; for all other cells of.input is also the gradient of hidden. For a
/// GRU, writes to of.state the gradient that reaches the state without a matrix multiplication. For
/// an LSTM, of.cell is the gradient of next_cell before the call and that of cell after it.
void step_rows_backward(Cell cell, const CellRows& rows, const CellRows& of);

/// The first half of the step of a GRU with the reset before the product: reads input, hidden and
/// state; writes reset_state and the first two gates.
void reset_rows(const CellRows& rows);

/// The backward pass of reset_rows, after step_rows_backward: adds the gradient of of.reset_state
/// to of.input and of.state.
void reset_rows_backward(const CellRows& rows, const CellRows& of);

}  // namespace regard::ops
