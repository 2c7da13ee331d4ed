#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "architecture/alignment_source.h"
#include "architecture/layer_kinds.h"
#include "engine/matrix.h"
#include "engine/packed_matrix.h"
#include "engine/weights.h"

namespace regard::engine {

/// Vocabulary sizes of both languages.
struct Vocabularies {
  int64_t source, target;
};

/// The parameters of layer normalization.
struct NormWeights {
  std::vector<float> gain, shift;
};

/// Packs linear layers with the same input into one matrix: weights (outputs, inputs), and for each
/// a bias (outputs, 1), which may be empty.
PackedMatrix pack(const std::vector<Matrix>& weights, const std::vector<Matrix>& biases,
                  Precision precision);

/// The parameters of a part of a model, by name.
class Parameters {
 public:
  /// A linear layer to pack.
  struct Layer {
    std::string name;
    int64_t outputs;
    bool has_bias;
  };

  explicit Parameters(const Weights& all, std::string prefix = "")
      : all_(&all), prefix_(std::move(prefix)) {}

  /// The parameters of a submodule.
  Parameters of(const std::string& part) const { return Parameters(*all_, prefix_ + part + "."); }

  /// A weight with this shape; a vector has one column. All functions throw Error like Weights.
  Matrix matrix(const std::string& name, int64_t rows, int64_t columns) const;
  Matrix vector(const std::string& name, int64_t size) const;

  NormWeights norm(const std::string& name, int64_t size) const;

  /// Packs linear layers with the same input into one matrix.
  PackedMatrix linear(const std::vector<Layer>& layers, int64_t inputs, Precision precision) const;

 private:
  const Weights* all_;
  std::string prefix_;
};

/// Input for packing the weights of an architecture.
struct WeightsToPack {
  Parameters all;
  Vocabularies vocabularies;
  Precision precision;
  model::AlignmentSource alignment;
};

/// The output layer of `decoder`, which may share the weights of the embedding.
PackedMatrix output_layer(const Parameters& decoder, bool is_tied, int64_t vocab, int64_t inputs,
                          Precision precision);

/// Position vectors, computed once and shared by threads. The table grows when a longer sentence
/// arrives.
class PositionTable {
 public:
  using Rows = std::shared_ptr<const std::vector<float>>;

  /// `compute(count)` returns at least the first `count` rows of `size` numbers, consecutively; it
  /// throws Error if there are fewer.
  PositionTable(int64_t size, std::function<std::vector<float>(int64_t count)> compute)
      : size_(size), compute_(std::move(compute)) {}

  /// The rows for at least `count` positions.
  Rows at_least(int64_t count);

 private:
  int64_t size_;
  std::function<std::vector<float>(int64_t count)> compute_;
  std::mutex mutex_;
  int64_t count_ = 0;
  Rows rows_;
};

/// The positions of nn::sinusoidal_positions (nn/positional_encoding.h).
std::shared_ptr<PositionTable> sinusoidal_positions(
    int64_t size, nn::SinusoidLayout layout = nn::SinusoidLayout::interleaved);

}  // namespace regard::engine
