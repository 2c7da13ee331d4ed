#pragma once
#include <optional>
#include <variant>
#include <vector>

#include "architecture/rnn_options.h"
#include "engine/packed_matrix.h"
#include "engine/parameters.h"
#include "engine/recurrent_cell.h"
#include "engine/source_reader.h"
#include "math/attention.h"

namespace regard::engine {

/// How the decoder attends. A missing matrix leaves its input unchanged.
struct RnnAttentionWeights {
  math::AttentionHeads heads;
  std::vector<float> score;  ///< additive attention; else empty
  bool projects_query = false;
  std::optional<PackedMatrix> keys;    ///< key projection of the memory
  PackedMatrix values;                 ///< value projection of the memory
  std::optional<PackedMatrix> output;  ///< projection of the attended values
};

/// The weights of a recurrent decoder and its encoder as their steps need them. The context (what
/// the decoder attends to or, without attention, the state that its top layer starts from) is used
/// only in products with the weights of the first layer and of the readout. These are applied to
/// the source's states in advance: once per source token, not once per step.
struct RnnWeights {
  /// Reads the weights of model::RnnAttention.
  RnnWeights(const model::RnnAttentionOptions& options, const Parameters& parameters,
             Vocabularies vocabularies, Precision precision);
  /// Reads the weights of model::RnnContext.
  RnnWeights(const model::RnnOptions& options, const Parameters& parameters,
             Vocabularies vocabularies, Precision precision);

  RecurrentCell cell;
  PackedMatrix output_layer;
  int64_t embedding_size = 0;
  /// Size of the sum whose two halves maxout compares, number by number, for the output layer. 0:
  /// the output layer reads the top layer's state.
  int64_t maxout_size = 0;
  std::variant<RecurrentEncoderWeights, ConvolutionalEncoderWeights> encoder;
  Matrix target_embedding;
  std::optional<RnnAttentionWeights> attention;
  /// Without attention: applied to the top layer's first state; outputs as of `embedding`.
  PackedMatrix context;
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

 private:
  /// What both kinds of model share, of "decoder"; `readout` is the size that the output layer
  /// reads.
  void pack_layers(const model::RnnOptions& options, const Parameters& decoder, int64_t vocab,
                   int64_t readout, Precision precision);
};

}  // namespace regard::engine
