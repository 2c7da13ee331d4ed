#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "architecture/transformer_options.h"
#include "engine/packed_matrix.h"
#include "engine/parameters.h"
#include "math/attention.h"

namespace regard::engine {

/// The weights of a self-attention or cross-attention sublayer.
struct AttentionWeights {
  PackedMatrix queries_keys_values;  ///< self-attention
  PackedMatrix queries;              ///< cross-attention
  PackedMatrix keys_values;          ///< cross-attention, applied to the memory
  PackedMatrix output;
  std::vector<float> score;  ///< additive attention: (head, key_width)
  NormWeights norm;
};

/// The weights of the decoder's SSRU; training/nn/ssru.h has its equations.
struct SsruWeights {
  PackedMatrix candidates_gates;
  NormWeights norm;
};

struct FeedForwardWeights {
  PackedMatrix inner, outer;
  NormWeights norm;
};

struct BlockWeights {
  AttentionWeights self, cross;  ///< `cross`: decoder only
  SsruWeights ssru;              ///< instead of `self`
  FeedForwardWeights feed_forward;
};

struct StackWeights {
  Matrix embedding;  ///< (vocab, d_model)
  std::shared_ptr<PositionTable> positions;
  NormWeights input_norm;  ///< empty unless the input is normalized
  std::vector<BlockWeights> blocks;
  NormWeights last_norm;  ///< empty unless pre-norm
};

/// The weights of a Transformer, arranged for its steps.
struct TransformerWeights {
  TransformerWeights(const model::TransformerOptions& its_options, const WeightsToPack& from);

  bool is_recurrent() const { return options.autoregression == nn::Autoregression::ssru; }

  model::TransformerOptions options;
  PackedMatrix output_layer;
  math::AttentionHeads heads;
  math::Activation activation;
  model::AlignmentSource alignment;
  int64_t alignment_layer;  ///< index of the layer used for alignment
  StackWeights encoder, decoder;
};

}  // namespace regard::engine
