#pragma once
#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include <string>

#include "regard/nn/recurrent.h"

namespace regard::nn {

// Recurrent layers as the book's equations write them, from matrices and vectors named as there.
// They are for reading and for checking: nn::Recurrent is the fast one, and its GRU is another
// function.

struct EquationOptions {
  int64_t input_size;
  int64_t hidden_size;
};

/// One layer whose step is given by equations. Parameters are zero until somebody initialises them.
class EquationCell : public torch::nn::Module {
 public:
  /// What one gate or candidate adds up: x W_x + h W_h + b.
  struct Gate {
    torch::Tensor W_x, W_h, b;
    torch::Tensor operator()(const torch::Tensor& x, const torch::Tensor& h) const {
      return x.matmul(W_x) + h.matmul(W_h) + b;
    }
  };

  /// x (batch, input_size) and the state before it -> the state after it.
  virtual CellState step(const torch::Tensor& x, const CellState& state) const = 0;

  /// The state before the first step: zeros.
  CellState begin(int64_t batch) const;

  /// Takes and returns what nn::Recurrent does: input (steps, batch, input_size), padding after
  /// `lengths` has no effect, `initial` is one state or none.
  RecurrentOutput forward(const torch::Tensor& input, const torch::Tensor& lengths = {},
                          const RecurrentState& initial = {}) const;

  /// The state after a prefix (steps, batch, input_size), for what is to go on from there.
  RecurrentState warm_up(const torch::Tensor& prefix, const RecurrentState& initial = {}) const {
    return forward(prefix, {}, initial).last;
  }

 protected:
  EquationCell(const EquationOptions& options, bool has_cell)
      : options_(options), has_cell_(has_cell) {}
  /// Registers W_x?, W_h? and b_?, `letter` in the place of the question mark.
  Gate gate(const std::string& letter);

 private:
  EquationOptions options_;
  bool has_cell_;
};

/// H_t = tanh(X_t W_xh + H_{t-1} W_hh + b_h). d2l 9.4.
class RnnEquationsImpl : public EquationCell {
 public:
  explicit RnnEquationsImpl(const EquationOptions& options);
  CellState step(const torch::Tensor& x, const CellState& state) const override;

 private:
  Gate hidden_;
};
TORCH_MODULE(RnnEquations);

/// d2l 10.2, after Cho et al. (2014), arXiv:1406.1078:
///   R = sigmoid(X W_xr + H W_hr + b_r), Z = sigmoid(X W_xz + H W_hz + b_z),
///   candidate = tanh(X W_xh + (R * H) W_hh + b_h), H' = Z * H + (1 - Z) * candidate.
/// The reset gate acts before W_hh; in nn::Recurrent, as in LibTorch and cuDNN, after it.
class GruEquationsImpl : public EquationCell {
 public:
  explicit GruEquationsImpl(const EquationOptions& options);
  CellState step(const torch::Tensor& x, const CellState& state) const override;

 private:
  Gate update_, reset_, candidate_;
};
TORCH_MODULE(GruEquations);

/// d2l 10.1, after Hochreiter and Schmidhuber (1997) and Gers et al. (2000):
///   I, F, O = sigmoid(X W_x? + H W_h? + b_?), candidate = tanh(X W_xc + H W_hc + b_c),
///   C' = F * C + I * candidate, H' = O * tanh(C').
class LstmEquationsImpl : public EquationCell {
 public:
  explicit LstmEquationsImpl(const EquationOptions& options);
  CellState step(const torch::Tensor& x, const CellState& state) const override;

 private:
  Gate input_, forget_, output_, candidate_;
};
TORCH_MODULE(LstmEquations);

}  // namespace regard::nn
