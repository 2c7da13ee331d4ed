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

/// Weights and biases of layers that read the same input.
struct LayerStack {
  std::vector<Matrix> weights, biases;

  void add(const Matrix& weight, const Matrix& bias = {}) {
    weights.push_back(weight);
    biases.push_back(bias);
  }
  PackedMatrix packed(Precision precision) const { return pack(weights, biases, precision); }
};

/// The layers of a decoder that read its embedding, its context and its top layer's state.
struct DecoderStacks {
  LayerStack embedding, context, state;
};

/// What the first layer of a decoder reads beside the embedding.
struct ContextInput {
  int64_t size;
  bool is_first;  ///< its columns precede those of the embedding
};

/// The weights of a recurrent decoder and its encoder as their steps need them. The context is used
/// only in products with the weights of the first layer and of the readout, which are applied in
/// advance where they can be: once per source token or sentence, not once per step.
struct RnnWeights {
  /// Packs what all architectures have in common. `readout` is the size that the output layer
  /// reads. An architecture then adds its encoder and its context, and packs the stacks.
  RnnWeights(const model::RnnOptions& options, const WeightsToPack& from, int64_t readout);

  /// The stacks of the recurrent layers.
  DecoderStacks stacks(const model::RnnOptions& options, const WeightsToPack& from,
                       const ContextInput& read) const;
  /// The stack of the context is packed with its weights.
  void pack_stacks(const DecoderStacks& stacks, Precision precision);

  RecurrentCell cell;
  PackedMatrix output_layer;
  int64_t embedding_size = 0;
  /// Size of the sum whose two halves maxout compares, number by number, for the output layer. 0:
  /// the output layer reads the top layer's state.
  int64_t maxout_size = 0;
  std::variant<RecurrentEncoderWeights, ConvolutionalEncoderWeights> encoder;
  Matrix target_embedding;
  std::unique_ptr<ContextWeights> context;
  /// Whether the product with `state` ends in a query; if not, the state itself is the query.
  bool projects_query = false;
  /// Applied to the previous token: the first layer's gates, then maxout.
  PackedMatrix embedding;
  /// Applied to the top layer's state before the step: its gates, then maxout, then the query.
  PackedMatrix state;
  std::vector<PackedMatrix> hidden;     ///< gates of each layer below the top
  std::vector<PackedMatrix> candidate;  ///< candidate weights of each layer, see RecurrentWeights
  std::vector<PackedMatrix> input;      ///< gates of each layer above the first

  /// Numbers that the first layer and the readout take from embedding and context.
  int64_t context_size() const { return cell.gates_size() + maxout_size; }
  /// Where the query begins in the product with `state`.
  int64_t query_begins() const { return cell.hidden_gates_size() + maxout_size; }
};

/// Directions in which an encoder reads.
inline int64_t directions(const model::RnnOptions& options) {
  return options.bidirectional ? 2 : 1;
}

/// The embedding of the source, which may be that of the target.
Matrix source_embedding(const model::RnnOptions& options, const WeightsToPack& from,
                        const Matrix& of_target);
RecurrentEncoderWeights recurrent_encoder(const model::RnnOptions& options,
                                          const WeightsToPack& from, const RnnWeights& decoder);

}  // namespace regard::engine
