#include "engine/parameters.h"

namespace regard::engine {

PackedMatrix pack(const std::vector<Matrix>& weights, const std::vector<Matrix>& biases,
                  Precision precision) {
  std::vector<Linear> layers;
  for (size_t i = 0; i < weights.size(); ++i) layers.push_back({weights[i], biases[i]});
  return {layers, precision};
}

Matrix Parameters::matrix(const std::string& name, int64_t rows, int64_t columns) const {
  return {all_->read(prefix_ + name, std::vector{rows, columns}), rows, columns};
}

Matrix Parameters::vector(const std::string& name, int64_t size) const {
  return {all_->read(prefix_ + name, std::vector{size}), size, 1};
}

NormWeights Parameters::norm(const std::string& name, int64_t size) const {
  return {vector(name + ".weight", size).copy(), vector(name + ".bias", size).copy()};
}

PackedMatrix Parameters::linear(const std::vector<Layer>& layers, int64_t inputs,
                                Precision precision) const {
  std::vector<Matrix> weights, biases;
  for (const auto& layer : layers) {
    weights.push_back(matrix(layer.name + ".weight", layer.outputs, inputs));
    biases.push_back(layer.has_bias ? vector(layer.name + ".bias", layer.outputs) : Matrix());
  }
  return pack(weights, biases, precision);
}

PackedMatrix output_layer(const Parameters& decoder, bool is_tied, int64_t vocab, int64_t inputs,
                          Precision precision) {
  const auto weight = decoder.matrix(is_tied ? "embedding.weight" : "dense.weight", vocab, inputs);
  return pack({weight}, {decoder.vector("dense.bias", vocab)}, precision);
}

}  // namespace regard::engine
