#include "interop/ctranslate2_options.h"

#include <cmath>
#include <utility>

#include "interop/transformer_weights.h"
#include "model/transformer_input.h"
#include "nn/positional_encoding.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::interop {
namespace {

using model::Positions;

nn::Activation activation_of(Ctranslate2Variables& variables) {
  const double encoder = variables.number("encoder/activation", 0);
  if (encoder != variables.number("decoder/activation", 0)) {
    variables.fail("has other activations in the encoder than in the decoder");
  }
  if (encoder == 0) return nn::Activation::relu;
  if (encoder == 2) return nn::Activation::silu;
  if (encoder == 3) return nn::Activation::gelu;
  variables.fail(str("has the activation ", encoder, ", but regard has relu, gelu and swish"));
}

/// A number on which both stacks must agree.
double of_both(Ctranslate2Variables& variables, const char* name, double otherwise) {
  const double encoder = variables.number(str("encoder/", name), otherwise);
  if (encoder != variables.number(str("decoder/", name), otherwise)) {
    variables.fail(str("has another ", name, " in the encoder than in the decoder"));
  }
  return encoder;
}

bool scales_embeddings(Ctranslate2Variables& variables, int64_t size) {
  const bool is_flag = variables.is_flag("encoder/scale_embeddings");
  const double scale = of_both(variables, "scale_embeddings", 1.0);
  if (is_flag) return scale != 0.0;
  if (scale == 1.0) return false;
  const double root = std::sqrt(static_cast<double>(size));
  if (std::abs(scale - root) > 1e-3) {
    variables.fail(str("multiplies embeddings by ", scale, ", but regard by ", root, " or 1"));
  }
  return true;
}

/// Sets the kind of positions: one of the sinusoids, or the table itself.
void set_positions(Ctranslate2Variables& variables, model::TransformerOptions& options) {
  const std::string name = "position_encodings/encodings";
  const auto table = variables.take("decoder/" + name);
  if (table.dim() != 2 || table.size(1) != options.d_model) {
    variables.fail("has positions that do not match its embeddings");
  }
  options.max_length = table.size(0);
  options.positions = Positions::learned;
  for (const auto positions : {Positions::half, Positions::half_t2t, Positions::sinusoidal}) {
    if (options.d_model % 2 != 0) break;  // sines and cosines come in pairs
    const auto expected = nn::sinusoidal_positions(
        0, table.size(0), options.d_model, table.options(), model::sinusoid_layout(positions));
    if (table.allclose(expected, 0.0, kPositionTolerance)) {
      options.positions = positions;
      break;
    }
  }
  const auto of_encoder = variables.take("encoder/" + name);
  if (options.positions != Positions::learned && !of_encoder.equal(table)) {
    variables.fail("has other positions in the encoder than in the decoder");
  }
}

model::TiedEmbeddings tied_embeddings(const Ctranslate2Variables& variables) {
  using model::TiedEmbeddings;
  const std::string target = "decoder/embeddings/weight";
  if (!variables.same("decoder/projection/weight", target)) return TiedEmbeddings::none;
  return variables.same("encoder/embeddings_0/weight", target) ? TiedEmbeddings::all
                                                               : TiedEmbeddings::target;
}

}  // namespace

model::TransformerOptions ctranslate2_options(Ctranslate2Variables& variables,
                                              const JsonFile& config) {
  for (const char* name : {"encoder/embeddings_merge", "encoder/multi_query_attention",
                           "decoder/multi_query_attention", "decoder/alibi",
                           "decoder/alibi_use_positive_positions", "decoder/scale_alibi"}) {
    variables.check_is_zero(name);
  }
  variables.number("decoder/alignment_layer", 0);  // for CTranslate2's own alignments
  variables.number("decoder/alignment_heads", 0);
  model::TransformerOptions options;
  const auto embedding = variables.raw("encoder/embeddings_0/weight").sizes();
  if (embedding.size() != 2) variables.fail("has embeddings that are not a matrix");
  options.d_model = embedding[1];
  const double heads = of_both(variables, "num_heads", 8);
  if (heads < 1 || heads > limits::kHeads) variables.fail(str("has ", heads, " attention heads"));
  options.heads = static_cast<int64_t>(heads);
  options.encoder_layers = variables.layers("encoder");
  options.decoder_layers = variables.layers("decoder");
  if (options.encoder_layers == 0 || options.decoder_layers == 0) variables.fail("has no layers");
  const auto feed_forward = variables.raw("encoder/layer_0/ffn/linear_0/weight").sizes();
  if (feed_forward.size() != 2) variables.fail("has a feed-forward layer that is not a matrix");
  options.ffn_size = feed_forward[0];
  options.norm = of_both(variables, "pre_norm", 1) != 0 ? nn::Norm::pre : nn::Norm::post;
  options.norm_epsilon = config.real("layer_norm_epsilon", kNormEpsilon);
  options.activation = activation_of(variables);
  options.scale_embeddings = scales_embeddings(variables, options.d_model);
  options.tied_embeddings = tied_embeddings(variables);
  options.bias = variables.has("encoder/layer_0/self_attention/linear_0/bias");
  options.attention_dropout = 0.0;
  set_positions(variables, options);
  return options;
}

}  // namespace regard::interop
