#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "engine/matrix.h"
#include "engine/packed_matrix.h"
#include "engine/weights.h"

namespace regard::engine {

/// Numbers of tokens of both languages.
struct Vocabularies {
  int64_t source, target;
};

/// Layer normalization.
struct NormWeights {
  std::vector<float> gain, shift;
};

/// Linear layers with the same input as one matrix: weights (outputs, inputs), and a bias
/// (outputs, 1) for each, which may be missing.
PackedMatrix pack(const std::vector<Matrix>& weights, const std::vector<Matrix>& biases,
                  Precision precision);

/// The parameters of a part of a model, by name.
class Parameters {
 public:
  /// A linear layer.
  struct Layer {
    std::string name;
    int64_t outputs;
    bool has_bias;
  };

  explicit Parameters(const Weights& all, std::string prefix = "")
      : all_(&all), prefix_(std::move(prefix)) {}

  /// Those of a submodule.
  Parameters of(const std::string& part) const { return Parameters(*all_, prefix_ + part + "."); }

  /// A weight of this shape; a vector has one column. Throw Error as Weights do.
  Matrix matrix(const std::string& name, int64_t rows, int64_t columns) const;
  Matrix vector(const std::string& name, int64_t size) const;

  NormWeights norm(const std::string& name, int64_t size) const;

  /// Linear layers with the same input, as one matrix.
  PackedMatrix linear(const std::vector<Layer>& layers, int64_t inputs, Precision precision) const;

 private:
  const Weights* all_;
  std::string prefix_;
};

/// The output layer of `decoder`, whose weights may be those of its embedding.
PackedMatrix output_layer(const Parameters& decoder, bool is_tied, int64_t vocab, int64_t inputs,
                          Precision precision);

}  // namespace regard::engine
