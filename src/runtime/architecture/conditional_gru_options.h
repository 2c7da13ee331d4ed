#pragma once
#include <cstdint>

#include "architecture/layer_kinds.h"
#include "regard/config/check.h"

namespace regard::model {

/// The epsilon that layer normalization in a ConditionalGru adds to the variance, the same as
/// Marian's.
inline constexpr double kGateNormEpsilon = 1e-9;

struct ConditionalGruOptions {
  int64_t embedding_size = 256;
  int64_t hidden_size = 256;
  int64_t encoder_layers = 1;
  int64_t encoder_cells = 1;
  bool alternating = false;
  int64_t decoder_layers = 1;
  int64_t decoder_cells = 2;
  int64_t upper_cells = 1;
  bool residual = false;
  bool layer_norm = false;
  double dropout = 0.1;
  TiedEmbeddings tied_embeddings = TiedEmbeddings::none;

  /// A lower bound on the number of weights, from the matrices only. `vocab`: tokens of both
  /// languages.
  double least_weights(double vocab) const {
    const auto width = static_cast<double>(hidden_size);
    const auto cells = static_cast<double>(2 * encoder_layers * encoder_cells + decoder_cells +
                                           (decoder_layers - 1) * upper_cells);
    return 3 * cells * width * width + vocab / 2 * static_cast<double>(embedding_size);
  }

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = ConditionalGruOptions;
    using namespace config;
    v.field("embedding_size", &O::embedding_size, count_of(1, limits::kWidth),
            "Size of the embeddings and of the output layer's input.");
    v.field("hidden_size", &O::hidden_size, count_of(1, limits::kWidth),
            "Size of the recurrent states, in each direction.");
    v.field("encoder_layers", &O::encoder_layers, count_of(1, limits::kLayers),
            "Layers of the encoder in each direction.");
    v.field("encoder_cells", &O::encoder_cells, count_of(1, limits::kLayers),
            "GRU cells in each step of an encoder layer.");
    v.field("alternating", &O::alternating,
            "Alternate the reading direction of the encoder's layers. false: one stack of layers "
            "reads forward, the other backward.");
    v.field("decoder_layers", &O::decoder_layers, count_of(1, limits::kLayers),
            "Layers of the decoder; the first attends to the source.");
    v.field("decoder_cells", &O::decoder_cells, count_of(2, limits::kLayers),
            "GRU cells of the decoder's first layer. Attention is between the first two.");
    v.field("upper_cells", &O::upper_cells, count_of(1, limits::kLayers),
            "GRU cells of each other decoder layer.");
    v.field("residual", &O::residual,
            "Add the input of each layer except the first to its output.");
    v.field("layer_norm", &O::layer_norm,
            "Use layer normalization in gates, attention and readout (Ba et al., 2016).");
    v.field("dropout", &O::dropout, from_to_below(0.0, 1.0),
            "Dropout on embeddings and on the input of the output layer.");
    v.field("tied_embeddings", &O::tied_embeddings,
            "Share one matrix between the target embedding and the output layer (target), and also "
            "with the source embedding (all; needs one vocabulary for both languages).");
  }
};

/// No rules involve several options.
inline void check(const ConditionalGruOptions& /*options*/) {}

}  // namespace regard::model
