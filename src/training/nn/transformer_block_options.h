#pragma once
#include "nn/add_norm.h"
#include "nn/feed_forward.h"
#include "nn/multi_head_attention.h"

namespace regard::nn {

/// Options of the Transformer's blocks, of the encoder and of the decoder.
struct TransformerBlockOptions {
  int64_t size;
  int64_t heads;
  int64_t ffn_size;
  double dropout = 0.0;             ///< on the result of each sublayer
  double attention_dropout = 0.0;   ///< on attention weights
  double activation_dropout = 0.0;  ///< on the activations of the feed-forward network
  bool pre_norm = false;
  Activation activation = Activation::relu;
  bool bias = false;        ///< of the attention's projections
  int64_t key_width = 0;    ///< of a head's queries and keys; 0: size / heads
  int64_t value_width = 0;  ///< of a head's values; 0: size / heads
  AttentionScore score = AttentionScore::dot_product;
  double norm_epsilon = 1e-5;

  /// Those of the sublayers.
  MultiHeadAttentionOptions attention() const;
  FeedForwardOptions feed_forward() const;
  AddNormOptions add_norm() const;
};

}  // namespace regard::nn
