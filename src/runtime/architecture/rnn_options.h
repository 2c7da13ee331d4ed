#pragma once
#include <cstdint>
#include <string>

#include "architecture/layer_kinds.h"
#include "regard/config/check.h"

namespace regard::model {

/// Options of every recurrent encoder-decoder.
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

  /// A lower bound on the number of weights, from the matrices only. `vocab`: tokens of both
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
    v.field("cell", &O::cell, "Recurrent cell of encoder and decoder. rnn: a plain tanh cell.");
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
            "output layer; each has its own key.");
    v.field("embedding_dropout", &O::embedding_dropout, from_to_below_or_auto(0.0, 1.0),
            "Dropout on embeddings. auto: the value of dropout.");
    v.field("layer_dropout", &O::layer_dropout, from_to_below_or_auto(0.0, 1.0),
            "Dropout between recurrent layers. auto: the value of dropout.");
    v.field("readout_dropout", &O::readout_dropout, from_to_below_or_auto(0.0, 1.0),
            "Dropout on the input of the output layer. auto: the value of dropout.");
    v.field("tied_embeddings", &O::tied_embeddings,
            "Share one matrix between the target embedding and the output layer (target; the "
            "output layer must read embedding_size numbers), and also with the source embedding "
            "(all; needs one vocabulary for both languages).");
  }
};

/// Checks the rules that involve several options. Throws Error.
void check(const RnnOptions& options);

/// Throws Error if the output layer, which reads `size` numbers, cannot share the embedding.
void check_tied_sizes(const RnnOptions& options, int64_t size, const std::string& remedy);

enum class SourceReading { recurrent, convolutional };
constexpr auto names_of(SourceReading) { return std::array{"recurrent", "convolutional"}; }

enum class RnnAttentionScore { additive, dot, multi_head };
constexpr auto names_of(RnnAttentionScore) { return std::array{"additive", "dot", "multi_head"}; }

enum class Readout { book, paper };
constexpr auto names_of(Readout) { return std::array{"book", "paper"}; }

struct RnnAttentionOptions : RnnOptions {
  SourceReading encoder = SourceReading::recurrent;
  int64_t kernel = 3;
  RnnAttentionScore attention = RnnAttentionScore::additive;
  int64_t heads = 4;
  config::AutoDouble attention_dropout = {};
  Readout readout = Readout::book;

  double on_attention() const { return attention_dropout.value_or(dropout); }

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = RnnAttentionOptions;
    using namespace config;
    RnnOptions::describe(v);
    v.field("encoder", &O::encoder,
            "Layers that read the source: recurrent, or equally many convolutions over words and "
            "their positions (Gehring et al., 2016), which process all positions at once.");
    v.field("kernel", &O::kernel, kernel_size(),
            "Number of positions that each convolution of a convolutional encoder sees.");
    v.field("attention", &O::attention,
            "Score of a source position: w tanh(W_q q + W_k k) (additive; Bahdanau et al., 2015), "
            "q k / sqrt(size) (dot), or dot with several heads, each with its own projections "
            "(multi_head).");
    v.field("heads", &O::heads, count_of(1, limits::kHeads),
            "Number of heads of multi_head attention; must divide hidden_size.");
    v.field("attention_dropout", &O::attention_dropout, from_to_below_or_auto(0.0, 1.0),
            "Dropout on attention weights. auto: the value of dropout.");
    v.field("readout", &O::readout,
            "Input of the output layer: the top state after the step (book; d2l 11.4), or maxout(U "
            "s + V y + C c) of the state before the step, the previous word and the context, "
            "embedding_size numbers (paper; Bahdanau et al., 2015, A.2.2).");
  }
};

/// Checks the rules that involve several options. Throws Error.
void check(const RnnAttentionOptions& options);

/// Number of inputs of the output layer.
int64_t readout_size(const RnnAttentionOptions& options);

/// Input of the first layer for a token.
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

  /// A lower bound on the number of weights, from the matrices only. `vocab`: tokens.
  double least_weights(double vocab) const {
    const auto width = static_cast<double>(hidden_size);
    return static_cast<double>(layers) * width * width + vocab * width;
  }

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = RnnLmOptions;
    using namespace config;
    v.field("cell", &O::cell, "Recurrent cell. rnn: a plain tanh cell.");
    v.field("reset", &O::reset,
            "Where a GRU's reset gate acts: after the product with W_hh (LibTorch, cuDNN), or "
            "before it, on the state (Cho et al., 2014; d2l 10.2).");
    v.field("input", &O::input,
            "Input of the first layer for a token: a learned vector or, as in the book, 1 at its "
            "id and 0 elsewhere.");
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

/// Checks the rules that involve several options. Throws Error.
void check(const RnnLmOptions& options);

}  // namespace regard::model
