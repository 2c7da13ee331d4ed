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

void RecurrentStepper::step_row(const float* input_gates, const float* hidden_gates,
                                RecurrentStates& states, int64_t row) const {
  const auto& math = math::kernels();
  const int64_t size = cell_.size();
  float* hidden = states.hidden.row(row);
  switch (cell_.kind()) {
    case ops::Cell::gru:
      return math.gru_forward(input_gates, hidden_gates, hidden, hidden, nullptr, size);
    case ops::Cell::lstm: {
      float* cell = states.cell.row(row);
      return math.lstm_forward(input_gates, hidden_gates, cell, {hidden, cell}, nullptr, size);
    }
    default:
      return math.rnn_forward(input_gates, hidden_gates, hidden, size,
                              cell_.kind() == ops::Cell::rnn_relu);
  }
}

}  // namespace regard::engine
