#include "engine/transition_layer.h"

namespace regard::engine {

TransitionCellWeights transition_cell(const Parameters& cell, const TransitionCellSizes& sizes,
                                      Precision precision) {
  const int64_t gates = 3 * sizes.size;
  const auto product = [&](const char* name, int64_t inputs, bool has_bias) {
    return normed_product(cell,
                          {.name = name,
                           .outputs = gates,
                           .inputs = inputs,
                           .has_bias = has_bias,
                           .normalized = sizes.normalized},
                          precision);
  };
  TransitionCellWeights weights;
  weights.state = product("U", sizes.size, sizes.bias_on_state);
  if (sizes.inputs > 0) {
    weights.input = product("W", sizes.inputs, !sizes.bias_on_state);
  } else if (sizes.bias_on_state) {
    weights.constant.resize(static_cast<size_t>(gates));
  } else {
    weights.constant = cell.vector("bias", gates).copy();
  }
  return weights;
}

}  // namespace regard::engine
