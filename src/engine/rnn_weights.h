#pragma once
#include <vector>

#include "engine/packed_matrix.h"
#include "engine/parameters.h"
#include "regard/model/rnn_attention.h"

namespace regard::engine {

/// A recurrent layer in one direction.
struct RecurrentWeights {
  PackedMatrix input;   ///< W_ih, b_ih
  PackedMatrix hidden;  ///< W_hh, b_hh
};

/// The weights of a recurrent encoder-decoder with attention as its steps need them.
struct RnnWeights {
  RnnWeights(model::RnnAttention& model, Precision precision);

  model::RnnAttentionOptions options;
  int64_t embedding_size, hidden_size;
  int64_t memory_size;  ///< of a state of the encoder, both directions
  Table source_embedding, target_embedding;
  /// Layer by layer, the directions of a layer one behind the other.
  std::vector<RecurrentWeights> encoder;
  std::vector<PackedMatrix> hidden_bridge, cell_bridge;  ///< of each layer; none: states go over
  PackedMatrix query, keys;                              ///< additive attention
  std::vector<float> score;                              ///< likewise
  std::vector<RecurrentWeights> decoder;                 ///< of each layer
  PackedMatrix output;
};

/// Whether the engine has all that this model does.
bool supports_rnn(const model::RnnAttention& model);

}  // namespace regard::engine
