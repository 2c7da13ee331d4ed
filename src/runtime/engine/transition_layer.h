#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "engine/activations.h"
#include "engine/normed_product.h"
#include "engine/parameters.h"
#include "engine/team.h"
#include "math/kernels.h"

namespace regard::engine {

/// The weights of an nn::TransitionCell.
struct TransitionCellWeights {
  NormedProduct input;          ///< empty if computed elsewhere, or if there is no input
  std::vector<float> constant;  ///< the input gates of a cell without input
  NormedProduct state;
};

struct TransitionCellSizes {
  int64_t inputs;  ///< 0: no input, or its product is computed elsewhere
  int64_t size;
  bool normalized;
  bool bias_on_state;
};
TransitionCellWeights transition_cell(const Parameters& cell, const TransitionCellSizes& sizes,
                                      Precision precision);

/// The weights of an nn::TransitionLayer: its cells, the first of which reads the input.
using TransitionLayerWeights = std::vector<TransitionCellWeights>;

/// Computes the steps of cells. One instance per thread or team.
class TransitionStepper {
 public:
  /// Computes the next states for the first `count` rows of `states`. gates(row): N(W x) + b for
  /// each row.
  template <class Gates>
  void step(const TransitionCellWeights& cell, const Gates& gates, int64_t count,
            Activations& states, Team& team) {
    auto rows = states.all();
    rows.count = count;
    cell.state.multiply(team, rows, input_, state_gates_);
    const int64_t size = cell.state.matrix.inputs();
    for (int64_t row = 0; row < count; ++row) {
      float* state = states.row(row);
      math::kernels().gru_forward(gates(row), state_gates_.row(row), state, state, nullptr, size);
    }
  }
  /// Computes the next states for the cells without input, from the cell `first` on.
  void step_through(const TransitionLayerWeights& cells, size_t first, int64_t count,
                    Activations& states, Team& team) {
    for (size_t cell = first; cell < cells.size(); ++cell) {
      const float* constant = cells[cell].constant.data();
      step(
          cells[cell], [&](int64_t) { return constant; }, count, states, team);
    }
  }

 private:
  Activations state_gates_;
  ProductInput input_;
};

}  // namespace regard::engine
