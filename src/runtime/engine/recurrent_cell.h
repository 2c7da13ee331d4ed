#pragma once
#include <cstdint>

#include "architecture/layer_kinds.h"
#include "engine/activations.h"
#include "engine/packed_matrix.h"
#include "engine/team.h"
#include "math/kernels.h"

namespace regard::engine {

/// A recurrent layer in one direction.
struct RecurrentWeights {
  PackedMatrix input;      ///< W_ih, b_ih
  PackedMatrix hidden;     ///< W_hh, b_hh for the gates that read the state itself
  PackedMatrix candidate;  ///< W_hn, b_hn; only for a GRU whose reset gate acts before this product
};

/// Rows with the states of a layer: hidden states and, for an LSTM, cell states.
struct RecurrentStates {
  Activations hidden, cell;
};

/// Properties shared by all recurrent layers of a model.
class RecurrentCell {
 public:
  /// `size`: size of a hidden state.
  RecurrentCell(ops::Cell kind, int64_t size) : kind_(kind), size_(size) {}

  ops::Cell kind() const { return kind_; }
  int64_t size() const { return size_; }
  bool has_cells() const { return ops::has_cell_state(kind_); }
  bool resets_before() const { return kind_ == ops::Cell::gru_reset_before; }
  /// Numbers per row: for all gates, for the gates that read the state itself, and for the state.
  int64_t gates_size() const { return ops::gates_of(kind_) * size_; }
  int64_t hidden_gates_size() const { return ops::gates_of_state(kind_) * size_; }
  int64_t state_size() const { return (has_cells() ? 2 : 1) * size_; }

  void resize(RecurrentStates& states, int64_t rows) const;
  /// Sets a row's state from `from`: hidden, then cell.
  void put(const float* from, RecurrentStates& states, int64_t row) const;
  /// Writes a row's state to `to`, in the same layout.
  void take(const RecurrentStates& states, int64_t row, float* to) const;

 private:
  ops::Cell kind_;
  int64_t size_;
};

/// Computes recurrent steps for many rows from their products. One instance per thread or team.
class RecurrentStepper {
 public:
  explicit RecurrentStepper(const RecurrentCell& cell) : cell_(cell) {}

  /// Computes the next states for the first rows of `states`, as many as `hidden_gates` (W_hh h +
  /// b_hh) has. input_gates(row) is W_ih x + b_ih; `candidate` belongs to the layer.
  template <class InputGates>
  void step(const InputGates& input_gates, const Activations& hidden_gates,
            const PackedMatrix& candidate, RecurrentStates& states, Team& team) {
    const int64_t rows = hidden_gates.rows();
    if (!cell_.resets_before()) {
      for (int64_t row = 0; row < rows; ++row) {
        step_row(input_gates(row), hidden_gates.row(row), states, row);
      }
      return;
    }
    const auto& math = math::kernels();
    const int64_t size = cell_.size();
    gates_.resize(rows, cell_.gates_size());
    reset_states_.resize(rows, size);
    candidates_.resize(rows, size);
    for (int64_t row = 0; row < rows; ++row) {
      math.gru_before_gates(input_gates(row), hidden_gates.row(row), states.hidden.row(row),
                            gates_.row(row), reset_states_.row(row), size);
    }
    candidate.multiply(team, reset_states_.all(), input_, candidates_);
    for (int64_t row = 0; row < rows; ++row) {
      float* state = states.hidden.row(row);
      math.gru_before_next(input_gates(row), candidates_.row(row), state, gates_.row(row), state,
                           size);
    }
  }

 private:
  void step_row(const float* input_gates, const float* hidden_gates, RecurrentStates& states,
                int64_t row) const;

  const RecurrentCell& cell_;
  Activations gates_, reset_states_, candidates_;
  ProductInput input_;
};

}  // namespace regard::engine
