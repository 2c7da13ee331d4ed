#pragma once
#include <memory>
#include <variant>
#include <vector>

#include "architecture/rnn_options.h"
#include "engine/context.h"
#include "engine/packed_matrix.h"
#include "engine/parameters.h"
#include "engine/recurrent_cell.h"
#include "engine/source_reader.h"

namespace regard::engine {

/// Weights and biases of layers with the same input.
struct LayerStack {
  std::vector<Matrix> weights, biases;

  void add(const Matrix& weight, const Matrix& bias = {}) {
    weights.push_back(weight);
    biases.push_back(bias);
  }
  PackedMatrix packed(Precision precision) const { return pack(weights, biases, precision); }
};

/// Layers of a decoder, grouped by their input: the embedding, the context, or the top layer's
/// state.
struct DecoderStacks {
  LayerStack embedding, context, state;
};

/// The part of the first decoder layer's input that is not the embedding.
struct ContextInput {
  int64_t size;
  bool is_first;  ///< whether the context's columns precede those of the embedding
};

/// The weights of a recurrent decoder and its encoder, arranged for their steps. The context only
/// enters products with the weights of the first layer and of the readout. These are computed in
/// advance where possible: once per source token or sentence instead of once per step.
struct RnnWeights {
  /// Packs the weights that all architectures share. `readout` is the input size of the output
  /// layer. The architecture then adds its encoder and its context, and packs the stacks.
  RnnWeights(const model::RnnOptions& options, const WeightsToPack& from, int64_t readout);

  /// The stacks of the recurrent layers.
  DecoderStacks stacks(const model::RnnOptions& options, const WeightsToPack& from,
                       const ContextInput& read) const;
  /// Packs all stacks but the context's, which is packed with the context's weights.
  void pack_stacks(const DecoderStacks& stacks, Precision precision);

  RecurrentCell cell;
  PackedMatrix output_layer;
  int64_t embedding_size = 0;
  /// Size of the sum whose halves maxout compares element by element; the result enters the output
  /// layer. 0: the output layer reads the top layer's state.
  int64_t maxout_size = 0;
  std::variant<RecurrentEncoderWeights, ConvolutionalEncoderWeights> encoder;
  Matrix target_embedding;
  std::unique_ptr<ContextWeights> context;
  /// Whether the product with `state` ends with a query; if not, the state itself is the query.
  bool projects_query = false;
  /// Weights for the previous token: the first layer's gates, then maxout.
  PackedMatrix embedding;
  /// Weights for the top layer's state before the step: its gates, then maxout, then the query.
  PackedMatrix state;
  std::vector<PackedMatrix> hidden;     ///< gates of each layer below the top
  std::vector<PackedMatrix> candidate;  ///< candidate weights of each layer (see RecurrentWeights)
  std::vector<PackedMatrix> input;      ///< gates of each layer above the first

  /// Size of the contributions of embedding and context to the first layer and the readout.
  int64_t context_size() const { return cell.gates_size() + maxout_size; }
  /// Offset of the query in the product with `state`.
  int64_t query_begins() const { return cell.hidden_gates_size() + maxout_size; }
};

/// Number of directions in which an encoder reads.
inline int64_t directions(const model::RnnOptions& options) {
  return options.bidirectional ? 2 : 1;
}

/// The source embedding, which may be shared with the target.
Matrix source_embedding(const model::RnnOptions& options, const WeightsToPack& from,
                        const Matrix& of_target);
RecurrentEncoderWeights recurrent_encoder(const model::RnnOptions& options,
                                          const WeightsToPack& from, const RnnWeights& decoder);

}  // namespace regard::engine
