#pragma once
#include <cstdint>
#include <limits>
#include <string>

#include "architecture/layer_kinds.h"
#include "regard/config/check.h"

namespace regard::model {

/// The encoding of positions: sinusoids in one of the layouts (nn/positional_encoding.h), or a
/// learned vector.
enum class Positions { sinusoidal, half, half_t2t, learned };
constexpr auto names_of(Positions) {
  return std::array{"sinusoidal", "half", "half_t2t", "learned"};
}

struct TransformerOptions {
  std::string preset = "none";
  int64_t d_model = 256;
  int64_t heads = 4;
  int64_t d_k = 0;
  int64_t d_v = 0;
  int64_t ffn_size = 1024;
  int64_t encoder_layers = 3;
  int64_t decoder_layers = 3;
  nn::AttentionScore attention = nn::AttentionScore::dot_product;
  nn::Autoregression autoregression = nn::Autoregression::self_attention;
  double dropout = 0.1;
  double attention_dropout = 0.0;
  double activation_dropout = 0.0;
  nn::Norm norm = nn::Norm::post;
  double norm_epsilon = 1e-5;
  bool norm_input = false;
  nn::Activation activation = nn::Activation::relu;
  Positions positions = Positions::sinusoidal;
  int64_t max_length = 512;
  bool scale_embeddings = true;
  TiedEmbeddings tied_embeddings = TiedEmbeddings::none;
  bool bias = false;

  /// A lower bound on the number of weights, from the matrices only. `vocab`: tokens of both
  /// languages.
  double least_weights(double vocab) const {
    const auto width = static_cast<double>(d_model);
    const auto of_heads = [&](int64_t size) {
      return size == 0 ? width : static_cast<double>(heads * size);
    };
    const double attention = 2 * width * (of_heads(d_k) + of_heads(d_v));
    const double block = attention + 2 * width * static_cast<double>(ffn_size);
    const double learned = positions == Positions::learned ? static_cast<double>(max_length) : 0;
    return static_cast<double>(encoder_layers + decoder_layers) * block +
           width * (vocab / 2 + learned);
  }

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = TransformerOptions;
    using namespace config;
    v.field("preset", &O::preset, one_of({"none", "d2l", "paper_base", "paper_big", "bias_free"}),
            "A published model whose values replace these defaults; other keys still override "
            "them: the book's example (d2l), the base and big models of Vaswani et al. (2017), or "
            "a model of their size with normalized input, a smaller epsilon and separate widths "
            "for keys and values (bias_free).");
    v.field("d_model", &O::d_model, count_of(2, limits::kWidth),
            "Size of embeddings and of the states between layers; must be divisible by heads "
            "unless d_k and d_v are given, and even unless positions are learned.");
    v.field("heads", &O::heads, count_of(1, limits::kHeads), "Attention heads of each layer.");
    v.field("d_k", &O::d_k, count_of(0, limits::kWidth),
            "Width of a head's queries and keys. 0: d_model / heads.");
    v.field("d_v", &O::d_v, count_of(0, limits::kWidth),
            "Width of a head's values. 0: d_model / heads.");
    v.field("ffn_size", &O::ffn_size, count_of(1, limits::kWidth),
            "Hidden size of the feed-forward networks.");
    v.field("encoder_layers", &O::encoder_layers, count_of(1, limits::kLayers),
            "Number of encoder blocks.");
    v.field("decoder_layers", &O::decoder_layers, count_of(1, limits::kLayers),
            "Number of decoder blocks.");
    v.field("attention", &O::attention,
            "How a head compares a query with a key: their dot product / sqrt(d_k), or a learned "
            "vector times tanh(query + key), which takes far more time and memory.");
    v.field("autoregression", &O::autoregression,
            "How the decoder reads earlier target tokens: with self-attention (Vaswani et al., "
            "2017), or with a simpler simple recurrent unit (ssru; Kim et al., 2019), whose step "
            "takes the same time at every position, as in Marian's small models.");
    v.field("dropout", &O::dropout, from_to_below(0.0, 1.0),
            "Dropout on embeddings with positions and on the result of each sublayer.");
    v.field(
        "attention_dropout", &O::attention_dropout, from_to_below(0.0, 1.0),
        "Dropout on attention weights. Above 0, training does not use the fused attention kernel.");
    v.field("activation_dropout", &O::activation_dropout, from_to_below(0.0, 1.0),
            "Dropout on the activations inside the feed-forward networks.");
    v.field("norm", &O::norm,
            "Layer normalization after each residual connection (Vaswani et al., 2017), or before "
            "each sublayer "
            "and once at the end of each stack (Xiong et al., 2020).");
    v.field("norm_epsilon", &O::norm_epsilon, more_than(0.0),
            "Constant that layer normalization adds to the variance.");
    v.field("norm_input", &O::norm_input,
            "Also normalize embeddings with positions, after their dropout.");
    v.field("activation", &O::activation, "Activation of the feed-forward networks.");
    v.field("positions", &O::positions,
            "Alternating sines and cosines (sinusoidal); all sines before all cosines (half, as in "
            "Hugging Face's MarianMT; half_t2t, as in Marian itself, whose frequencies end at "
            "1/10000); or a learned vector for each position up to max_length (learned).");
    v.field("max_length", &O::max_length, count_of(1, limits::kPositions),
            "Maximum number of tokens per sentence in either language if positions are learned.");
    v.field("scale_embeddings", &O::scale_embeddings,
            "Multiply embeddings by sqrt(d_model) before adding positions.");
    v.field("tied_embeddings", &O::tied_embeddings,
            "Share one matrix between the target embedding and the output layer (target), and also "
            "with the source embedding (all; needs one vocabulary for both languages).");
    v.field("bias", &O::bias, "Add a bias to the attention projections; the book's have none.");
  }

  /// The options of a preset; the defaults for any other name.
  static TransformerOptions of_preset(const std::string& name);

  /// The maximum number of decoder steps, limited by learned positions.
  int64_t max_steps() const {
    return positions == Positions::learned ? max_length : std::numeric_limits<int64_t>::max();
  }
};

/// Checks the rules that involve several options. Throws Error.
void check(const TransformerOptions& options);

/// The layout of `positions`, which must not be learned.
nn::SinusoidLayout sinusoid_layout(Positions positions);

/// Throws Error if a sentence of `length` tokens exceeds the learned positions.
void check_learned_positions(int64_t length, int64_t max_length);

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

  /// A lower bound on the number of weights, from the matrices only. `vocab`: tokens.
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
    v.field("bias", &O::bias, "Add a bias to the attention projections.");
  }
};

/// Checks the rules that involve several options. Throws Error.
void check(const TransformerLmOptions& options);

}  // namespace regard::model
