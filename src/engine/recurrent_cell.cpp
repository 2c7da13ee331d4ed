#include "engine/recurrent_cell.h"

#include <algorithm>

namespace regard::engine {

void RecurrentCell::resize(RecurrentStates& states, int64_t rows) const {
  states.hidden.resize(rows, size_);
  if (has_cells()) states.cell.resize(rows, size_);
}

void RecurrentCell::put(const float* from, RecurrentStates& states, int64_t row) const {
  std::copy_n(from, size_, states.hidden.row(row));
  if (has_cells()) std::copy_n(from + size_, size_, states.cell.row(row));
}

void RecurrentCell::take(const RecurrentStates& states, int64_t row, float* to) const {
  to = std::copy_n(states.hidden.row(row), size_, to);
  if (has_cells()) std::copy_n(states.cell.row(row), size_, to);
}

void RecurrentCell::step(const float* input_gates, const float* hidden_gates,
                         RecurrentStates& states, int64_t row) const {
  float* hidden = states.hidden.row(row);
  if (has_cells()) {
    float* cell = states.cell.row(row);
    kernels_->lstm(input_gates, hidden_gates, cell, size_, hidden, cell);
  } else if (cell_ == ops::Cell::gru) {
    kernels_->gru(input_gates, hidden_gates, hidden, size_, hidden);
  } else if (cell_ == ops::Cell::rnn_relu) {
    for (int64_t i = 0; i < size_; ++i)
      hidden[i] = std::max(input_gates[i] + hidden_gates[i], 0.0F);
  } else {
    kernels_->add_tangent(input_gates, hidden_gates, size_, hidden);
  }
}

}  // namespace regard::engine
