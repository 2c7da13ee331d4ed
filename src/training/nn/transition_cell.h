#pragma once
#include <torch/nn/module.h>
#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/pimpl.h>

#include <cstdint>

namespace regard::nn {

struct NormedLinearOptions {
  int64_t inputs;
  int64_t outputs;
  bool normalized = false;
  bool has_bias = true;
};

/// W x + b or, normalized, gain * (W x - mean) / sqrt(variance + epsilon) + b over the outputs: Ba,
/// Kiros and Hinton (2016), arXiv:1607.06450.
class NormedLinearImpl : public torch::nn::Module {
 public:
  explicit NormedLinearImpl(const NormedLinearOptions& options);

  /// (..., inputs) -> (..., outputs)
  torch::Tensor forward(const torch::Tensor& x);

  torch::Tensor weight, gain, bias;  ///< the last two may be undefined
};
TORCH_MODULE(NormedLinear);

struct TransitionCellOptions {
  int64_t inputs;  ///< 0: the cell reads only the state
  int64_t size;
  bool normalized = false;
  bool bias_on_state = false;
};

/// A GRU cell with one bias. With the stacked gates reset, update and new:
///   i = N(W x) + b, g = N(U h)    or, with bias_on_state,    i = N(W x), g = N(U h) + b
///   r = sigmoid(i_r + g_r), z = sigmoid(i_z + g_z), n = tanh(i_n + r * g_n)
///   h' = (1 - z) * n + z * h
/// where N is layer normalization of all three gates together, or nothing. A cell without input has
/// 0 in place of N(W x).
class TransitionCellImpl : public torch::nn::Module {
 public:
  explicit TransitionCellImpl(const TransitionCellOptions& options);

  /// x (..., inputs) -> i (..., 3 * size). Several steps may be computed together.
  torch::Tensor input_gates(const torch::Tensor& x);
  /// The next state, from i of the step and h (batch, size).
  torch::Tensor step(const torch::Tensor& input_gates, const torch::Tensor& h);
  /// The next state of a cell without input.
  torch::Tensor step(const torch::Tensor& h);

 private:
  NormedLinear W{nullptr}, U{nullptr};
  torch::Tensor bias;  // bias of a cell without input
};
TORCH_MODULE(TransitionCell);

struct TransitionLayerOptions {
  int64_t inputs;
  int64_t size;
  int64_t cells;
  bool normalized = false;
};

/// A recurrent layer with deep transitions (Pascanu et al., 2014, arXiv:1312.6026): at each step
/// the state passes through several cells, of which the first reads the input.
class TransitionLayerImpl : public torch::nn::ModuleListImpl {
 public:
  explicit TransitionLayerImpl(const TransitionLayerOptions& options);

  /// x (steps, batch, inputs) -> states (steps, batch, size), starting from 0. mask (steps, batch,
  /// 1): where it is false, the state does not change. `backward` starts at the last step.
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& mask, bool backward);

  /// The gates of the first cell.
  torch::Tensor input_gates(const torch::Tensor& x);
  /// Runs one step through all cells.
  torch::Tensor step(const torch::Tensor& input_gates, const torch::Tensor& h);

 private:
  int64_t size_;
};
TORCH_MODULE(TransitionLayer);

}  // namespace regard::nn
