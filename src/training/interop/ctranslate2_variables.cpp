#include "interop/ctranslate2_variables.h"

#include <cmath>
#include <utility>

#include "interop/transformer_weights.h"
#include "model/transformer_encoder.h"
#include "nn/positional_encoding.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::interop {
namespace {

void add_self_attention(Ctranslate2Names& names, const std::string& theirs,
                        const std::string& ours) {
  names.linear.push_back({theirs + "/linear_0", {ours + ".W_q", ours + ".W_k", ours + ".W_v"}});
  names.linear.push_back({theirs + "/linear_1", {ours + ".W_o"}});
}

void add_cross_attention(Ctranslate2Names& names, const std::string& theirs,
                         const std::string& ours) {
  names.linear.push_back({theirs + "/linear_0", {ours + ".W_q"}});
  names.linear.push_back({theirs + "/linear_1", {ours + ".W_k", ours + ".W_v"}});
  names.linear.push_back({theirs + "/linear_2", {ours + ".W_o"}});
}

void add_feed_forward(Ctranslate2Names& names, const std::string& theirs, const std::string& ours) {
  names.linear.push_back({theirs + "/ffn/linear_0", {ours + ".ffn.dense1"}});
  names.linear.push_back({theirs + "/ffn/linear_1", {ours + ".ffn.dense2"}});
}

}  // namespace

Ctranslate2Names ctranslate2_names(int64_t encoder_layers, int64_t decoder_layers, bool pre_norm) {
  Ctranslate2Names names;
  const auto add_norm = [&](const std::string& theirs, const std::string& ours) {
    names.norms.push_back({theirs + "/layer_norm", ours});
  };
  for (int64_t layer = 0; layer < encoder_layers; ++layer) {
    const std::string theirs = str("encoder/layer_", layer);
    const std::string ours = str("encoder.blks.block", layer);
    add_self_attention(names, theirs + "/self_attention", ours + ".attention");
    add_norm(theirs + "/self_attention", ours + ".addnorm1.ln");
    add_feed_forward(names, theirs, ours);
    add_norm(theirs + "/ffn", ours + ".addnorm2.ln");
  }
  for (int64_t layer = 0; layer < decoder_layers; ++layer) {
    const std::string theirs = str("decoder/layer_", layer);
    const std::string ours = str("decoder.blks.block", layer);
    add_self_attention(names, theirs + "/self_attention", ours + ".attention1");
    add_norm(theirs + "/self_attention", ours + ".addnorm1.ln");
    add_cross_attention(names, theirs + "/attention", ours + ".attention2");
    add_norm(theirs + "/attention", ours + ".addnorm2.ln");
    add_feed_forward(names, theirs, ours);
    add_norm(theirs + "/ffn", ours + ".addnorm3.ln");
  }
  if (pre_norm) {
    add_norm("encoder", "encoder.norm");
    add_norm("decoder", "decoder.norm");
  }
  return names;
}

namespace {

using model::Positions;

nn::Activation activation_of(Ctranslate2Variables& variables) {
  const double encoder = variables.number("encoder/activation", 0);
  if (encoder != variables.number("decoder/activation", 0)) {
    variables.fail("has different activations in encoder and decoder");
  }
  for (size_t activation = 0; activation < math::kActivationForms.size(); ++activation) {
    if (encoder == math::kActivationForms[activation].ctranslate2) {
      return static_cast<nn::Activation>(activation);
    }
  }
  variables.fail(str("has the activation ", encoder, ", but regard supports ",
                     join(names_of(nn::Activation()), ", ")));
}

/// A number that must be the same in the encoder and the decoder.
double of_both(Ctranslate2Variables& variables, const char* name, double otherwise) {
  const double encoder = variables.number(str("encoder/", name), otherwise);
  if (encoder != variables.number(str("decoder/", name), otherwise)) {
    variables.fail(str("has a different ", name, " in encoder and decoder"));
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
    variables.fail(
        str("multiplies embeddings by ", scale, ", but regard supports ", root, " or 1"));
  }
  return true;
}

/// Sets the kind of positions: sinusoidal if the table matches the formula, else learned.
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
    variables.fail("has different positions in encoder and decoder");
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
  variables.number("decoder/alignment_layer", 0);  // marks both as taken; regard needs neither
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

Ctranslate2Variables::Ctranslate2Variables(const std::string& path)
    : path_(path), file_(read_ctranslate2(path)) {
  if (file_.specification != "TransformerSpec") {
    fail(str("is a ", file_.specification, ", but regard imports TransformerSpec"));
  }
}

const torch::Tensor& Ctranslate2Variables::raw(const std::string& name) {
  const auto found = file_.variables.find(variable_of(name));
  if (found == file_.variables.end()) fail(str("has no variable ", name));
  taken_.insert(found->first);
  return found->second;
}

torch::Tensor Ctranslate2Variables::take(const std::string& name) {
  const auto& stored = raw(name);
  auto numbers = stored.to(torch::kFloat32);
  const auto scale_name = variable_of(name) + "_scale";
  if (!file_.variables.contains(scale_name)) return numbers;
  const auto scale = raw(scale_name);  // one per row, or one for all rows
  if (scale.dim() == 1 && stored.dim() == 2 && scale.size(0) == stored.size(0)) {
    return numbers / scale.unsqueeze(1);
  }
  if (scale.dim() != 0) fail(str(scale_name, " does not fit ", name));
  return numbers / scale;
}

torch::Tensor Ctranslate2Variables::take(const std::string& name,
                                         const std::vector<int64_t>& shape) {
  auto tensor = take(name);
  if (tensor.sizes() != torch::IntArrayRef(shape)) {
    fail(regard::str(name, " has shape ", tensor.sizes(), " instead of ",
                     torch::IntArrayRef(shape)));
  }
  return tensor;
}

double Ctranslate2Variables::number(const std::string& name, double otherwise) {
  if (!has(name)) return otherwise;
  const auto& stored = raw(name);
  if (stored.numel() != 1) fail(str(name, " is not a single number"));
  return stored.to(torch::kFloat64).item<double>();
}

bool Ctranslate2Variables::is_flag(const std::string& name) {
  return has(name) && raw(name).scalar_type() == torch::kInt8;
}

int64_t Ctranslate2Variables::layers(const std::string& stack) const {
  int64_t layers = 0;
  while (has(str(stack, "/layer_", layers, "/ffn/linear_0/weight"))) ++layers;
  return layers;
}

void Ctranslate2Variables::check_is_zero(const std::string& name) {
  if (number(name, 0.0) != 0.0) fail(str("has ", name, ", which regard's Transformer lacks"));
}

void Ctranslate2Variables::check_all_taken() const {
  for (const auto& [name, tensor] : file_.variables) {
    if (!taken_.contains(name)) fail(str("has ", name, ", which regard's Transformer lacks"));
  }
}

void Ctranslate2Variables::fail(const std::string& what) const {
  throw Error(what, path_, {}, ExitCode::failure);
}

std::string Ctranslate2Variables::variable_of(const std::string& name) const {
  const auto alias = file_.aliases.find(name);
  return alias == file_.aliases.end() ? name : alias->second;
}

}  // namespace regard::interop
