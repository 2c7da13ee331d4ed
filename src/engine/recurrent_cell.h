#pragma once
#include <cstdint>

#include "engine/activations.h"
#include "engine/packed_matrix.h"
#include "regard/ops/cell.h"

namespace regard::engine {

/// A recurrent layer in one direction.
struct RecurrentWeights {
  PackedMatrix input;   ///< W_ih, b_ih
  PackedMatrix hidden;  ///< W_hh, b_hh
};

/// Rows of states of a layer: hidden states and, of an LSTM, cells.
struct RecurrentStates {
  Activations hidden, cell;
};

/// What all recurrent layers of a model have in common: a row's step, once its products are there.
class RecurrentCell {
 public:
  /// `size` is that of a hidden state.
  RecurrentCell(ops::Cell cell, int64_t size) : cell_(cell), size_(size) {}

  int64_t size() const { return size_; }
  bool has_cells() const { return ops::has_cell_state(cell_); }
  /// Numbers of a row: of all gates, and of the state.
  int64_t gates_size() const { return ops::gates_of(cell_) * size_; }
  int64_t state_size() const { return (has_cells() ? 2 : 1) * size_; }

  void resize(RecurrentStates& states, int64_t rows) const;
  /// Takes the state that `from` has of a row: hidden, cell.
  void put(const float* from, RecurrentStates& states, int64_t row) const;
  /// And gives it back.
  void take(const RecurrentStates& states, int64_t row, float* to) const;

  /// The next state of a row, given W_ih x + b_ih and W_hh h + b_hh.
  void step(const float* input_gates, const float* hidden_gates, RecurrentStates& states,
            int64_t row) const;

 private:
  ops::Cell cell_;
  int64_t size_;
};

}  // namespace regard::engine
