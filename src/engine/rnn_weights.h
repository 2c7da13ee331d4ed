#pragma once
#include <optional>
#include <variant>
#include <vector>

#include "engine/convolutional_reader.h"
#include "engine/packed_matrix.h"
#include "engine/parameters.h"
#include "engine/recurrent_cell.h"
#include "engine/recurrent_reader.h"
#include "regard/model/rnn_attention.h"
#include "regard/model/rnn_context.h"

namespace regard::engine {

/// How the decoder attends. A matrix that is not there leaves its input as it is.
struct RnnAttentionWeights {
  AttentionHeads heads;
  std::vector<float> score;            ///< additive attention; else empty
  std::optional<PackedMatrix> query;   ///< of the top layer's state
  std::optional<PackedMatrix> keys;    ///< of the memory
  std::optional<PackedMatrix> values;  ///< of the memory
  std::optional<PackedMatrix> output;  ///< of what was attended to
};

/// The weights of a recurrent decoder and its encoder as their steps need them. The decoder's first
/// layer reads two things side by side: the previous token's embedding and the context, which is
/// what it attends to, or, without attention, the state that its top layer starts from.
struct RnnWeights {
  RnnWeights(model::RnnAttention& model, Precision precision);
  RnnWeights(model::RnnContext& model, Precision precision);

  RecurrentCell cell;
  int64_t embedding_size = 0, context_size = 0;
  int64_t embedding_at = 0,
          context_at = 0;  ///< the first number of each in what the first layer reads
  std::variant<RecurrentEncoderWeights, ConvolutionalEncoderWeights> encoder;
  Table target_embedding;
  std::optional<RnnAttentionWeights> attention;
  std::vector<RecurrentWeights> decoder;  ///< of each layer
  /// What the output layer reads, of [context; embedding; state before the step]: the first half of
  /// the product or the second, whichever is larger. None: the top layer's state.
  std::optional<PackedMatrix> maxout;
  PackedMatrix output;
};

}  // namespace regard::engine
