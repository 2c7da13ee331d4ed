#pragma once
#include <array>
#include <cstdint>

#include "regard/base/named_enum.h"

namespace regard::ops {

/// Recurrent cells; their equations stand in ops/recurrent_step.h. Where a GRU's reset gate acts:
/// `gru`, after W_hh, as in LibTorch and cuDNN; `gru_reset_before`, before it, as in Cho et al.
/// (2014), arXiv:1406.1078, and d2l 10.2.
enum class Cell { rnn_tanh, rnn_relu, gru, gru_reset_before, lstm };

/// The cells as configs name them; `rnn` is tanh.
enum class CellName { gru, lstm, rnn, rnn_relu };
constexpr auto names_of(CellName) { return std::array{"gru", "lstm", "rnn", "rnn_relu"}; }

/// Where a GRU's reset gate acts: after the product with W_hh or before it.
enum class Reset { after, before };
constexpr auto names_of(Reset) { return std::array{"after", "before"}; }

Cell cell_of(CellName name, Reset reset = Reset::after);

/// Rows of weights for each number of the state: 1, 3 (GRU: reset, update, new) or 4 (LSTM: input,
/// forget, cell, output).
int64_t gates_of(Cell cell);

/// Rows of those that are multiplied by the state itself: all, unless a GRU's reset gate acts
/// before the product. The candidate's rows are then multiplied by what the reset gate leaves of
/// the state.
inline int64_t gates_of_state(Cell cell) {
  return cell == Cell::gru_reset_before ? 2 : gates_of(cell);
}

/// Whether its state is two tensors.
inline bool has_cell_state(Cell cell) { return cell == Cell::lstm; }

}  // namespace regard::ops
