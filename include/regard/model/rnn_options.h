#pragma once
#include <cstdint>
#include <string>

#include "regard/config/check.h"
#include "regard/model/tied_embeddings.h"

namespace regard::model {

/// Options that every recurrent encoder-decoder has.
struct RnnOptions {
  std::string cell = "gru";
  int64_t embedding_size = 256;
  int64_t hidden_size = 256;
  int64_t layers = 2;
  bool bidirectional = false;
  double dropout = 0.1;
  std::string tied_embeddings = "none";

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = RnnOptions;
    using namespace config;
    v.field("cell", &O::cell, one_of({"gru", "lstm", "rnn"}),
            "Recurrent cell of encoder and decoder; rnn is tanh.");
    v.field("embedding_size", &O::embedding_size, at_least<int64_t>(1), "Size of the embeddings.");
    v.field("hidden_size", &O::hidden_size, at_least<int64_t>(1),
            "Size of the recurrent states, in each direction, and of the vectors that attention "
            "compares.");
    v.field("layers", &O::layers, at_least<int64_t>(1), "Recurrent layers of encoder and decoder.");
    v.field("bidirectional", &O::bidirectional,
            "Read the source in both directions. Each layer of the decoder then starts from tanh(W "
            "[forward; backward]) of the encoder's last states.");
    v.field("dropout", &O::dropout, from_to_below(0.0, 1.0),
            "Dropout on embeddings, between layers, on attention weights and on the input of the "
            "output layer.");
    v.field("tied_embeddings", &O::tied_embeddings, tying(),
            "Share one matrix between the target embedding and the output layer (target; the "
            "output layer must read embedding_size numbers), and with the source embedding too "
            "(all; needs one vocabulary for both languages).");
  }
};

/// Throws Error where the output layer, which reads `size` numbers, cannot be the embedding too.
void check_tied_sizes(const RnnOptions& options, int64_t size, const std::string& remedy);

}  // namespace regard::model
