#pragma once
#include <string>

#include "engine/activations.h"
#include "engine/packed_matrix.h"
#include "engine/parameters.h"
#include "engine/team.h"

namespace regard::engine {

/// Layer normalization of rows, with a bias as the shift; without a gain it does nothing.
struct GateNorm {
  NormWeights weights;

  /// Normalizes the first numbers of the row, as many as there are weights.
  void apply(float* row) const;
};

/// nn::NormedLinear: a product, optionally with layer normalization of each row.
struct NormedProduct {
  PackedMatrix matrix;
  GateNorm norm;

  /// Computes the product; resizes y.
  void multiply(Team& team, FloatRows x, ProductInput& input, Activations& y) const;
};

/// The gain and optional bias of an nn::NormedLinear as layer normalization.
GateNorm gate_norm(const Parameters& layer, int64_t outputs, bool has_bias);

/// The name and shape of an nn::NormedLinear.
struct NormedLayer {
  std::string name;
  int64_t outputs;
  int64_t inputs;
  bool has_bias;
  bool normalized;
};
NormedProduct normed_product(const Parameters& from, const NormedLayer& layer, Precision precision);

}  // namespace regard::engine
