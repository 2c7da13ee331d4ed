#pragma once
#include <string>

#include "engine/activations.h"
#include "engine/packed_matrix.h"
#include "engine/parameters.h"
#include "engine/team.h"

namespace regard::engine {

/// The layer normalization of rows, whose shift is a bias; without a gain it changes nothing.
struct GateNorm {
  NormWeights weights;

  /// Of the row's first numbers, as many as there are weights.
  void apply(float* row) const;
};

/// nn::NormedLinear: a product and, maybe, the layer normalization of each of its rows.
struct NormedProduct {
  PackedMatrix matrix;
  GateNorm norm;

  /// Gives y its size.
  void multiply(Team& team, FloatRows x, ProductInput& input, Activations& y) const;
};

/// The gain and, if it has one, the bias of a nn::NormedLinear as a layer normalization.
GateNorm gate_norm(const Parameters& layer, int64_t outputs, bool has_bias);

/// A nn::NormedLinear by the name of its parameters.
struct NormedLayer {
  std::string name;
  int64_t outputs;
  int64_t inputs;
  bool has_bias;
  bool normalized;
};
NormedProduct normed_product(const Parameters& from, const NormedLayer& layer, Precision precision);

}  // namespace regard::engine
