#include "engine/normed_product.h"

#include <utility>
#include <vector>

#include "architecture/conditional_gru_options.h"
#include "math/kernels.h"

namespace regard::engine {

void GateNorm::apply(float* row) const {
  const auto size = static_cast<int64_t>(weights.gain.size());
  if (size == 0) return;
  math::kernels().normalize(row, size, weights.gain.data(), weights.shift.data(),
                            static_cast<float>(model::kGateNormEpsilon), row);
}

void NormedProduct::multiply(Team& team, FloatRows x, ProductInput& input, Activations& y) const {
  y.resize(x.count, matrix.outputs());
  matrix.multiply(team, x, input, y);
  for (int64_t row = 0; row < x.count; ++row) norm.apply(y.row(row));
}

GateNorm gate_norm(const Parameters& layer, int64_t outputs, bool has_bias) {
  return {{.gain = layer.vector("gain", outputs).copy(),
           .shift = has_bias ? layer.vector("bias", outputs).copy()
                             : std::vector<float>(static_cast<size_t>(outputs))}};
}

NormedProduct normed_product(const Parameters& from, const NormedLayer& layer,
                             Precision precision) {
  const auto its = from.of(layer.name);
  const auto weight = its.matrix("weight", layer.outputs, layer.inputs);
  if (layer.normalized) {
    return {pack({weight}, {Matrix()}, precision), gate_norm(its, layer.outputs, layer.has_bias)};
  }
  const auto bias = layer.has_bias ? its.vector("bias", layer.outputs) : Matrix();
  return {pack({weight}, {bias}, precision), {}};
}

}  // namespace regard::engine
