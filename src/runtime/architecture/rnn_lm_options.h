#pragma once
#include <cstdint>

#include "architecture/cell.h"
#include "regard/config/check.h"

namespace regard::model {

/// What the first layer reads for a token.
enum class TokenInput { embedding, one_hot };
constexpr auto names_of(TokenInput) { return std::array{"embedding", "one_hot"}; }

struct RnnLmOptions {
  ops::CellName cell = ops::CellName::gru;
  ops::Reset reset = ops::Reset::after;
  TokenInput input = TokenInput::embedding;
  int64_t embedding_size = 256;
  int64_t hidden_size = 256;
  int64_t layers = 1;
  double dropout = 0.1;
  bool tied = false;

  /// A lower bound on the model's weights, of the matrices alone. `vocab`: tokens.
  double least_weights(double vocab) const {
    const auto width = static_cast<double>(hidden_size);
    return static_cast<double>(layers) * width * width + vocab * width;
  }

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = RnnLmOptions;
    using namespace config;
    v.field("cell", &O::cell, "Recurrent cell; rnn is tanh.");
    v.field("reset", &O::reset,
            "Where a GRU's reset gate acts: after the product with W_hh (LibTorch, cuDNN), or "
            "before it, on the state (Cho et al., 2014; d2l 10.2).");
    v.field("input", &O::input,
            "What the first layer reads for a token: a learned vector, or, as in the book, 1 at "
            "its id and 0 elsewhere.");
    v.field("embedding_size", &O::embedding_size, count_of(1, limits::kWidth),
            "Size of the embeddings, if input is embedding.");
    v.field("hidden_size", &O::hidden_size, count_of(1, limits::kWidth),
            "Size of the recurrent states.");
    v.field("layers", &O::layers, count_of(1, limits::kLayers), "Recurrent layers.");
    v.field("dropout", &O::dropout, from_to_below(0.0, 1.0),
            "Dropout on embeddings, between layers and on the states before the output layer.");
    v.field("tied", &O::tied,
            "Share one matrix between the embedding and the output layer; needs embedding_size "
            "equal to hidden_size.");
  }
};

/// Rules over several options. Throws Error.
void check(const RnnLmOptions& options);

}  // namespace regard::model
