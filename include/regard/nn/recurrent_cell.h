#pragma once
#include <torch/types.h>

#include <string>

namespace regard::nn {

enum class Cell { rnn_tanh, rnn_relu, gru, lstm };

/// "rnn" (tanh), "rnn_tanh", "rnn_relu", "gru", "lstm".
Cell cell_from_name(const std::string& name);

/// Rows of weights for each number of the state: 1, 3 (GRU: reset, update, new) or 4 (LSTM: input,
/// forget, cell, output).
int64_t gates_of(Cell cell);

/// The state of one layer.
struct CellState {
  torch::Tensor hidden;  ///< (batch, hidden_size)
  torch::Tensor cell;    ///< likewise; LSTM only
};

/// One step: input_gates = W_ih x + b_ih and hidden_gates = W_hh h + b_hh, both (batch, gates *
/// hidden_size), to the next state. The equations are PyTorch's; GRU: the reset gate acts after
/// W_hh, n = tanh(W_in x + b_in + r (W_hn h + b_hn)).
CellState cell_step(Cell cell, const torch::Tensor& input_gates, const torch::Tensor& hidden_gates,
                    const CellState& state);

}  // namespace regard::nn
