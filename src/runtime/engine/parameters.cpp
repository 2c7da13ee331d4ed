#include "engine/parameters.h"

#include <cmath>

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

PositionTable::Rows PositionTable::at_least(int64_t count) {
  const std::lock_guard lock(mutex_);
  if (count_ < count) {
    rows_ = std::make_shared<const std::vector<float>>(compute_(count));
    count_ = static_cast<int64_t>(rows_->size()) / size_;
  }
  return rows_;
}

std::shared_ptr<PositionTable> sinusoidal_positions(int64_t size, nn::SinusoidLayout layout) {
  return std::make_shared<PositionTable>(size, [size, layout](int64_t count) {
    const int64_t plenty = (count + 127) / 128 * 128;
    const auto frequencies = nn::sinusoid_frequencies(size, layout);
    const bool is_interleaved = layout == nn::SinusoidLayout::interleaved;
    std::vector<float> rows(static_cast<size_t>(plenty * size));
    for (int64_t position = 0; position < plenty; ++position) {
      float* row = rows.data() + position * size;
      for (int64_t j = 0; j < size / 2; ++j) {
        const double angle = static_cast<double>(position) * frequencies[static_cast<size_t>(j)];
        row[is_interleaved ? 2 * j : j] = static_cast<float>(std::sin(angle));
        row[is_interleaved ? 2 * j + 1 : size / 2 + j] = static_cast<float>(std::cos(angle));
      }
    }
    return rows;
  });
}

}  // namespace regard::engine
