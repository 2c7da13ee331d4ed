#pragma once
#include <cstdint>
#include <string>

#include "architecture/cell.h"
#include "architecture/tied_embeddings.h"
#include "regard/config/check.h"

namespace regard::model {

/// Options that every recurrent encoder-decoder has.
struct RnnOptions {
  ops::CellName cell = ops::CellName::gru;
  ops::Reset reset = ops::Reset::after;
  int64_t embedding_size = 256;
  int64_t hidden_size = 256;
  int64_t layers = 2;
  bool bidirectional = false;
  double dropout = 0.1;
  config::AutoDouble embedding_dropout = {};
  config::AutoDouble layer_dropout = {};
  config::AutoDouble readout_dropout = {};
  TiedEmbeddings tied_embeddings = TiedEmbeddings::none;

  /// A lower bound on the model's weights, of the matrices alone. `vocab`: tokens of both
  /// languages.
  double least_weights(double vocab) const {
    const auto width = static_cast<double>(hidden_size);
    return static_cast<double>(2 * layers) * width * width +
           vocab / 2 * static_cast<double>(embedding_size);
  }

  double on_embeddings() const { return embedding_dropout.value_or(dropout); }
  double between_layers() const { return layer_dropout.value_or(dropout); }
  double on_readout() const { return readout_dropout.value_or(dropout); }

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = RnnOptions;
    using namespace config;
    v.field("cell", &O::cell, "Recurrent cell of encoder and decoder; rnn is tanh.");
    v.field("reset", &O::reset,
            "Where a GRU's reset gate acts: after the product with W_hh (LibTorch, cuDNN), or "
            "before it, on the state (Cho et al., 2014; d2l 10.2).");
    v.field("embedding_size", &O::embedding_size, count_of(1, limits::kWidth),
            "Size of the embeddings.");
    v.field("hidden_size", &O::hidden_size, count_of(1, limits::kWidth),
            "Size of the recurrent states, in each direction, and of the vectors that attention "
            "compares.");
    v.field("layers", &O::layers, count_of(1, limits::kLayers),
            "Recurrent layers of encoder and decoder.");
    v.field("bidirectional", &O::bidirectional,
            "Read the source in both directions. Each layer of the decoder then starts from tanh(W "
            "[forward; backward]) of the encoder's last states.");
    v.field("dropout", &O::dropout, from_to_below(0.0, 1.0),
            "Dropout on embeddings, between layers, on attention weights and on the input of the "
            "output layer; each has a key of its own.");
    v.field("embedding_dropout", &O::embedding_dropout, from_to_below_or_auto(0.0, 1.0),
            "Dropout on embeddings. auto is dropout.");
    v.field("layer_dropout", &O::layer_dropout, from_to_below_or_auto(0.0, 1.0),
            "Dropout between recurrent layers. auto is dropout.");
    v.field("readout_dropout", &O::readout_dropout, from_to_below_or_auto(0.0, 1.0),
            "Dropout on the input of the output layer. auto is dropout.");
    v.field("tied_embeddings", &O::tied_embeddings,
            "Share one matrix between the target embedding and the output layer (target; the "
            "output layer must read embedding_size numbers), and with the source embedding too "
            "(all; needs one vocabulary for both languages).");
  }
};

/// Checks the rules over several options. Throws Error.
void check(const RnnOptions& options);

/// Throws Error if the output layer, which reads `size` numbers, cannot share the embedding.
void check_tied_sizes(const RnnOptions& options, int64_t size, const std::string& remedy);

}  // namespace regard::model
