#include "architecture/transformer_options.h"

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::model {
namespace {

// Zhang et al., Dive into Deep Learning: the sizes of the Chinese edition, section 10.7. The
// English edition, section 11.7, has d_model 256 and dropout 0.2.
TransformerOptions d2l() {
  TransformerOptions options;
  options.d_model = 32;
  options.heads = 4;
  options.ffn_size = 64;
  options.encoder_layers = options.decoder_layers = 2;
  options.dropout = options.attention_dropout = 0.1;
  return options;
}

// Vaswani et al. (2017), table 3 and section 3.4.
TransformerOptions paper_base() {
  TransformerOptions options;
  options.d_model = 512;
  options.heads = 8;
  options.ffn_size = 2048;
  options.encoder_layers = options.decoder_layers = 6;
  options.dropout = 0.1;
  options.tied_embeddings = TiedEmbeddings::all;
  return options;
}

// Vaswani et al. (2017), table 3, "big"; section 6.1 lowers dropout to 0.1 for English to French.
TransformerOptions paper_big() {
  auto options = paper_base();
  options.d_model = 1024;
  options.heads = 16;
  options.ffn_size = 4096;
  options.dropout = 0.3;
  return options;
}

// The base model of jadore801120/attention-is-all-you-need-pytorch: no bias in the projections, d_k
// and d_v independent of d_model, epsilon 1e-6, and layer normalization of each stack's input.
TransformerOptions bias_free() {
  auto options = paper_base();
  options.d_k = options.d_v = 64;
  options.attention_dropout = 0.1;
  options.norm_epsilon = 1e-6;
  options.norm_input = true;
  options.tied_embeddings = TiedEmbeddings::none;
  return options;
}

}  // namespace

TransformerOptions TransformerOptions::of_preset(const std::string& name) {
  TransformerOptions options = name == "d2l"          ? d2l()
                               : name == "paper_base" ? paper_base()
                               : name == "paper_big"  ? paper_big()
                               : name == "bias_free"  ? bias_free()
                                                      : TransformerOptions();
  options.preset = name;
  return options;
}

void check(const TransformerOptions& options) {
  if (options.positions != Positions::learned && options.d_model % 2 != 0) {
    throw Error(str("is ", options.d_model, ", but must be even"), "model.d_model",
                "use an even size: half of a position's numbers are sines, half cosines");
  }
  const bool has_widths = options.d_k > 0 && options.d_v > 0;
  if (!has_widths && options.d_model % options.heads != 0) {
    throw Error(
        str("is ", options.d_model, ", but must be divisible by model.heads (", options.heads, ")"),
        "model.d_model",
        str("use a multiple of ", options.heads, ", or change model.heads, or give d_k and d_v"));
  }
}

nn::SinusoidLayout sinusoid_layout(Positions positions) {
  return positions == Positions::half       ? nn::SinusoidLayout::half
         : positions == Positions::half_t2t ? nn::SinusoidLayout::half_t2t
                                            : nn::SinusoidLayout::interleaved;
}

void check_learned_positions(int64_t length, int64_t max_length) {
  if (length <= max_length) return;
  throw Error(str("a sentence has ", length,
                  " tokens, but the model has learned positions for only ", max_length),
              "model.max_length",
              "split the sentence; in training, let data.max_length drop such sentences, or use a "
              "larger model.max_length, or positions: sinusoidal, which has no limit");
}

void check(const TransformerLmOptions& options) {
  if (options.d_model % 2 != 0) {
    throw Error(str("is ", options.d_model, ", but must be even"), "model.d_model",
                "use an even size: half of a position's numbers are sines, half cosines");
  }
  if (options.d_model % options.heads != 0) {
    throw Error(
        str("is ", options.d_model, ", but must be divisible by model.heads (", options.heads, ")"),
        "model.d_model", str("use a multiple of ", options.heads, ", or change model.heads"));
  }
}

}  // namespace regard::model
