#include "nn/transformer_block_options.h"

namespace regard::nn {

MultiHeadAttentionOptions TransformerBlockOptions::attention() const {
  return {.query_size = size,
          .key_size = size,
          .value_size = size,
          .hidden_size = size,
          .heads = heads,
          .dropout = attention_dropout,
          .bias = bias,
          .key_width = key_width,
          .value_width = value_width,
          .score = score};
}

FeedForwardOptions TransformerBlockOptions::feed_forward() const {
  return {.input_size = size,
          .hidden_size = ffn_size,
          .output_size = size,
          .activation = activation,
          .dropout = activation_dropout};
}

AddNormOptions TransformerBlockOptions::add_norm() const {
  return {.normalized_shape = {size},
          .dropout = dropout,
          .pre_norm = pre_norm,
          .epsilon = norm_epsilon};
}

}  // namespace regard::nn
