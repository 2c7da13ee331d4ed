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

/// nn::TransitionCell.
struct TransitionCellWeights {
  NormedProduct input;          ///< unless others compute it, or there is none
  std::vector<float> constant;  ///< the input's gates of a cell without input
  NormedProduct state;
};

struct TransitionCellSizes {
  int64_t inputs;  ///< 0: none, or others compute their product
  int64_t size;
  bool normalized;
  bool bias_on_state;
};
TransitionCellWeights transition_cell(const Parameters& cell, const TransitionCellSizes& sizes,
                                      Precision precision);

/// nn::TransitionLayer: its cells, the first of which reads the input.
using TransitionLayerWeights = std::vector<TransitionCellWeights>;

/// Takes the steps of cells. One for each thread or team.
class TransitionStepper {
 public:
  /// The next states of the first `count` rows of `states`. gates(row): N(W x) + b of each.
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
  /// The same through cells without input, from the cell `first` on.
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
