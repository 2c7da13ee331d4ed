#pragma once
#include <cstdint>
#include <string>

#include "architecture/kernel_size.h"
#include "architecture/rnn_options.h"
#include "regard/config/check.h"

namespace regard::model {

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
    v.field(
        "encoder", &O::encoder,
        "What reads the source: recurrent layers, or the same number of convolutions over words "
        "and their positions (Gehring et al., 2016), which process all positions at once.");
    v.field("kernel", &O::kernel, kernel_size(),
            "Positions that each convolution of a convolutional encoder sees.");
    v.field("attention", &O::attention,
            "Score of a source position: w tanh(W_q q + W_k k) (additive; Bahdanau et al., 2015), "
            "q k / sqrt(size) (dot), or the latter in several heads, each with its own projections "
            "(multi_head).");
    v.field("heads", &O::heads, count_of(1, limits::kHeads),
            "Heads of multi_head attention; must divide hidden_size.");
    v.field("attention_dropout", &O::attention_dropout, from_to_below_or_auto(0.0, 1.0),
            "Dropout on attention weights. auto is dropout.");
    v.field("readout", &O::readout,
            "Input of the output layer: the top state after the step (book; d2l 11.4), or maxout(U "
            "s + V y + C c) of the state before the step, the previous word and the context, "
            "embedding_size numbers (paper; Bahdanau et al., 2015, A.2.2).");
  }
};

/// Checks the rules over several options. Throws Error.
void check(const RnnAttentionOptions& options);

/// Size of what the output layer reads.
int64_t readout_size(const RnnAttentionOptions& options);

}  // namespace regard::model
