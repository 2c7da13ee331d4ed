#pragma once
#include <cstdint>

#include "architecture/activation.h"
#include "architecture/norm.h"
#include "regard/config/check.h"

namespace regard::model {

struct TransformerLmOptions {
  int64_t d_model = 256;
  int64_t heads = 4;
  int64_t ffn_size = 1024;
  int64_t layers = 4;
  double dropout = 0.1;
  double attention_dropout = 0.0;
  double activation_dropout = 0.0;
  nn::Norm norm = nn::Norm::pre;
  nn::Activation activation = nn::Activation::relu;
  bool tied = false;
  bool bias = false;

  /// A lower bound on the model's weights, of the matrices alone. `vocab`: tokens.
  double least_weights(double vocab) const {
    const auto width = static_cast<double>(d_model);
    const double block = 4 * width * width + 2 * width * static_cast<double>(ffn_size);
    return static_cast<double>(layers) * block + width * vocab;
  }

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = TransformerLmOptions;
    using namespace config;
    v.field("d_model", &O::d_model, count_of(2, limits::kWidth),
            "Size of embeddings and of the states between layers; must be even and divisible by "
            "heads.");
    v.field("heads", &O::heads, count_of(1, limits::kHeads), "Attention heads of each layer.");
    v.field("ffn_size", &O::ffn_size, count_of(1, limits::kWidth),
            "Hidden size of the feed-forward networks.");
    v.field("layers", &O::layers, count_of(1, limits::kLayers), "Blocks.");
    v.field("dropout", &O::dropout, from_to_below(0.0, 1.0),
            "Dropout on embeddings with positions and on the result of each sublayer.");
    v.field(
        "attention_dropout", &O::attention_dropout, from_to_below(0.0, 1.0),
        "Dropout on attention weights. Above 0, training does not use the fused attention kernel.");
    v.field("activation_dropout", &O::activation_dropout, from_to_below(0.0, 1.0),
            "Dropout on the activations inside the feed-forward networks.");
    v.field("norm", &O::norm,
            "Layer normalization after each residual connection, or before each sublayer and once "
            "at the end.");
    v.field("activation", &O::activation, "Activation of the feed-forward networks.");
    v.field("tied", &O::tied, "Share one matrix between the embedding and the output layer.");
    v.field("bias", &O::bias, "Give the attention's projections a bias.");
  }
};

/// Checks the rules over several options. Throws Error.
void check(const TransformerLmOptions& options);

}  // namespace regard::model
