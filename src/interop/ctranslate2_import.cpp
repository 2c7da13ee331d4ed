#include <cmath>
#include <filesystem>
#include <set>

#include "interop/ctranslate2_file.h"
#include "interop/ctranslate2_names.h"
#include "interop/json_file.h"
#include "interop/transformer_weights.h"
#include "regard/base/atomic_file.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/interop/ctranslate2.h"
#include "regard/nn/positional_encoding.h"
#include "regard/text/special_tokens.h"

namespace regard::interop {
namespace {

namespace fs = std::filesystem;
using nn::SinusoidLayout;
using text::VocabularyList;

constexpr double kNormEpsilon = 1e-5;  // where the config says null
/// A table of positions may be stored in float16.
constexpr double kPositionTolerance = 2e-3;

/// The variables of a file, each to be taken once.
class Variables {
 public:
  explicit Variables(const std::string& path) : path_(path), file_(read_ctranslate2(path)) {
    if (file_.specification != "TransformerSpec") {
      fail(str("is a ", file_.specification, ", but regard imports TransformerSpec"));
    }
  }

  bool has(const std::string& name) const { return file_.variables.contains(variable_of(name)); }
  bool same(const std::string& a, const std::string& b) const {
    return variable_of(a) == variable_of(b);
  }

  const torch::Tensor& raw(const std::string& name) {
    const auto found = file_.variables.find(variable_of(name));
    if (found == file_.variables.end()) fail(str("has no variable ", name));
    taken_.insert(found->first);
    return found->second;
  }

  /// A matrix or vector, as float32; of int8 each row has a scale, which it was multiplied by.
  torch::Tensor take(const std::string& name) {
    const auto& stored = raw(name);
    auto numbers = stored.to(torch::kFloat32);
    const auto scale_name = variable_of(name) + "_scale";
    if (!file_.variables.contains(scale_name)) return numbers;
    auto scale = raw(scale_name);
    if (scale.dim() == 1) {
      if (stored.dim() != 2 || scale.size(0) != stored.size(0)) {
        fail(str(scale_name, " does not fit ", name));
      }
      scale = scale.unsqueeze(1);
    }
    return numbers / scale;
  }
  torch::Tensor take(const std::string& name, const std::vector<int64_t>& shape) {
    auto tensor = take(name);
    if (tensor.sizes() != torch::IntArrayRef(shape)) {
      fail(regard::str(name, " has shape ", tensor.sizes(), " instead of ",
                       torch::IntArrayRef(shape)));
    }
    return tensor;
  }

  /// A single number; `otherwise` where there is none.
  double number(const std::string& name, double otherwise) {
    if (!has(name)) return otherwise;
    const auto& stored = raw(name);
    if (stored.numel() != 1) fail(str(name, " is no single number"));
    return stored.to(torch::kFloat64).item<double>();
  }
  bool is_flag(const std::string& name) {
    return has(name) && raw(name).scalar_type() == torch::kInt8;
  }

  /// The number of layers of a stack.
  int64_t layers(const std::string& stack) const {
    int64_t layers = 0;
    while (has(str(stack, "/layer_", layers, "/ffn/linear_0/weight"))) ++layers;
    return layers;
  }

  /// Variables that say how CTranslate2 should treat the model, and must say nothing unusual.
  void check_is_zero(const std::string& name) {
    if (number(name, 0.0) != 0.0) fail(str("has ", name, ", which regard's Transformer lacks"));
  }

  void check_all_taken() const {
    for (const auto& [name, tensor] : file_.variables) {
      if (!taken_.contains(name)) fail(str("has ", name, ", which regard's Transformer lacks"));
    }
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(what, path_, {}, ExitCode::failure);
  }

 private:
  std::string variable_of(const std::string& name) const {
    const auto alias = file_.aliases.find(name);
    return alias == file_.aliases.end() ? name : alias->second;
  }

  std::string path_;
  Ctranslate2File file_;
  std::set<std::string> taken_;
};

std::string activation_of(Variables& variables) {
  const double encoder = variables.number("encoder/activation", 0);
  if (encoder != variables.number("decoder/activation", 0)) {
    variables.fail("has other activations in the encoder than in the decoder");
  }
  if (encoder == 0) return "relu";
  if (encoder == 2) return "silu";
  if (encoder == 3) return "gelu";
  variables.fail(str("has the activation ", encoder, ", but regard has relu, gelu and swish"));
}

/// A number that both stacks have to agree on.
double of_both(Variables& variables, const char* name, double otherwise) {
  const double encoder = variables.number(str("encoder/", name), otherwise);
  if (encoder != variables.number(str("decoder/", name), otherwise)) {
    variables.fail(str("has another ", name, " in the encoder than in the decoder"));
  }
  return encoder;
}

bool scales_embeddings(Variables& variables, int64_t size) {
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

/// Sets how the model knows positions: one of the sinusoids, or the table itself.
void set_positions(Variables& variables, model::TransformerOptions& options) {
  const std::string name = "position_encodings/encodings";
  const auto table = variables.take("decoder/" + name);
  if (table.dim() != 2 || table.size(1) != options.d_model) {
    variables.fail("has positions that do not fit its embeddings");
  }
  options.max_length = table.size(0);
  options.positions = "learned";
  for (const auto& [layout, positions] :
       {std::pair(SinusoidLayout::half, "half"), std::pair(SinusoidLayout::half_t2t, "half_t2t"),
        std::pair(SinusoidLayout::interleaved, "sinusoidal")}) {
    const auto expected =
        nn::sinusoidal_positions(0, table.size(0), options.d_model, table.options(), layout);
    if (table.allclose(expected, 0.0, kPositionTolerance)) {
      options.positions = positions;
      break;
    }
  }
  const auto of_encoder = variables.take("encoder/" + name);
  if (options.positions != "learned" && !of_encoder.equal(table)) {
    variables.fail("has other positions in the encoder than in the decoder");
  }
}

std::string tied_embeddings(const Variables& variables) {
  const std::string target = "decoder/embeddings/weight";
  if (!variables.same("decoder/projection/weight", target)) return "none";
  return variables.same("encoder/embeddings_0/weight", target) ? "all" : "target";
}

model::TransformerOptions options_of(Variables& variables, const JsonFile& config) {
  for (const char* name : {"encoder/embeddings_merge", "encoder/multi_query_attention",
                           "decoder/multi_query_attention", "decoder/alibi",
                           "decoder/alibi_use_positive_positions", "decoder/scale_alibi"}) {
    variables.check_is_zero(name);
  }
  variables.number("decoder/alignment_layer", 0);  // for CTranslate2's own alignments
  variables.number("decoder/alignment_heads", 0);
  model::TransformerOptions options;
  const auto embedding = variables.raw("encoder/embeddings_0/weight").sizes();
  if (embedding.size() != 2) variables.fail("has embeddings that are no matrix");
  options.d_model = embedding[1];
  options.heads = static_cast<int64_t>(of_both(variables, "num_heads", 8));
  options.encoder_layers = variables.layers("encoder");
  options.decoder_layers = variables.layers("decoder");
  if (options.encoder_layers == 0 || options.decoder_layers == 0) variables.fail("has no layers");
  options.ffn_size = variables.raw("encoder/layer_0/ffn/linear_0/weight").size(0);
  options.norm = of_both(variables, "pre_norm", 1) != 0 ? "pre" : "post";
  options.norm_epsilon = config.real("layer_norm_epsilon", kNormEpsilon);
  options.activation = activation_of(variables);
  options.scale_embeddings = scales_embeddings(variables, options.d_model);
  options.tied_embeddings = tied_embeddings(variables);
  options.bias = variables.has("encoder/layer_0/self_attention/linear_0/bias");
  options.attention_dropout = 0.0;
  set_positions(variables, options);
  return options;
}

/// Whether the decoder starts from a zero vector, as Marian's do, or with a token.
bool starts_from_zero(Variables& variables) {
  return variables.number("decoder/start_from_zero_embedding", 0) != 0;
}

VocabularyList list_of_file(const std::string& path, const JsonFile& config, bool from_zero) {
  const JsonFile file(path);
  VocabularyList list;
  if (!file.json().is_array()) file.fail("is no JSON list of pieces");
  for (const auto& piece : file.json()) {
    if (!piece.is_string()) file.fail(str("has ", piece.dump(), ", which is no piece"));
    list.pieces.push_back(piece.get<std::string>());
  }
  const auto place = [&](const std::string& piece) {
    const auto found = std::find(list.pieces.begin(), list.pieces.end(), piece);
    return found == list.pieces.end() ? VocabularyList::kNone : found - list.pieces.begin();
  };
  list.unk = place(config.text("unk_token", "<unk>"));
  list.eos = place(config.text("eos_token", "</s>"));
  if (!from_zero) list.bos = place(config.text("decoder_start_token", "<s>"));
  text::check(list, path);
  return list;
}

/// The first of several files that is there.
std::string one_of_files(const fs::path& directory, const std::vector<std::string>& names) {
  for (const auto& name : names) {
    if (fs::exists(directory / name)) return directory / name;
  }
  throw Error(str("has no ", names.front(), ", without which text is no pieces"),
              directory.string(),
              "copy source.spm and target.spm of the model from which it was converted there",
              ExitCode::failure);
}

text::TokenizerPair tokenizers_of(const fs::path& directory, const JsonFile& config,
                                  bool from_zero) {
  const bool shared = fs::exists(directory / "shared_vocabulary.json");
  const auto list = [&](const char* name) {
    return list_of_file(directory / (shared ? "shared_vocabulary.json" : name), config, from_zero);
  };
  const auto load = [&](const std::string& path, const VocabularyList& pieces) {
    return text::Tokenizer::with_list(read_file(path), pieces, path);
  };
  return {load(one_of_files(directory, {"source.spm", "sentencepiece.model"}),
               list("source_vocabulary.json")),
          load(one_of_files(directory, {"target.spm", "sentencepiece.model"}),
               list("target_vocabulary.json")),
          text::Preprocess::none};
}

void set_layers(Variables& variables, const ForeignModel& imported,
                const model::TransformerOptions& options) {
  const auto weights = named_weights(*imported.model);
  const auto names =
      ctranslate2_names(options.encoder_layers, options.decoder_layers, options.norm == "pre");
  for (const auto& layer : names.linear) {
    for (const char* part : {"weight", "bias"}) {
      if (!weights.contains(str(layer.ours.front(), ".", part))) continue;
      const auto stacked = variables.take(str(layer.theirs, "/", part));
      int64_t row = 0;
      for (const auto& ours : layer.ours) {
        const auto& weight = weights.at(str(ours, ".", part));
        auto shape = weight.sizes().vec();
        shape[0] *= static_cast<int64_t>(layer.ours.size());
        if (stacked.sizes() != torch::IntArrayRef(shape)) {
          variables.fail(regard::str(layer.theirs, "/", part, " has shape ", stacked.sizes(),
                                     " instead of ", torch::IntArrayRef(shape)));
        }
        weight.copy_(stacked.slice(0, row, row + weight.size(0)));
        row += weight.size(0);
      }
    }
  }
  for (const auto& norm : names.norms) {
    weights.at(norm.ours + ".weight")
        .copy_(variables.take(norm.theirs + "/gamma", {options.d_model}));
    weights.at(norm.ours + ".bias").copy_(variables.take(norm.theirs + "/beta", {options.d_model}));
  }
}

void set_vocabulary_weights(Variables& variables, const ForeignModel& imported,
                            const model::TransformerOptions& options) {
  const auto weights = named_weights(*imported.model);
  const auto& source = *imported.tokenizers.source().list();
  const auto& target = *imported.tokenizers.target().list();
  const auto zero = torch::zeros({options.d_model});
  const auto matrix = [&](const char* name, const VocabularyList& list) {
    const auto vocab = static_cast<int64_t>(list.pieces.size());
    return rows_by_id(variables.take(name, {vocab, options.d_model}), list, zero);
  };
  weights.at("decoder.embedding.weight").copy_(matrix("decoder/embeddings/weight", target));
  if (options.tied_embeddings != "all") {
    weights.at("encoder.embedding.weight").copy_(matrix("encoder/embeddings_0/weight", source));
  }
  if (options.tied_embeddings == "none") {
    weights.at("decoder.dense.weight").copy_(matrix("decoder/projection/weight", target));
  }
  auto& bias = weights.at("decoder.dense.bias");
  bias.zero_();
  if (variables.has("decoder/projection/bias")) {
    const auto vocab = static_cast<int64_t>(target.pieces.size());
    bias.copy_(
        rows_by_id(variables.take("decoder/projection/bias", {vocab}), target, torch::zeros({})));
  }
  bias[text::kPad] = kNeverBias;
  bias[text::kBos] = kNeverBias;
  if (options.positions == "learned") {
    for (const char* stack : {"encoder", "decoder"}) {
      weights.at(str(stack, ".positions.pos_embedding.weight"))
          .copy_(variables.take(str(stack, "/position_encodings/encodings"),
                                {options.max_length, options.d_model}));
    }
  }
}

/// Both sides must end their sources as regard does.
void check_ends_sources(const JsonFile& config, bool from_zero) {
  if (from_zero || config.flag("add_source_eos", false)) return;
  config.fail(
      "add_source_eos is false: the model reads sources without an end of sentence, and regard "
      "ends every source",
      "only models of Marian and of regard itself can be imported from CTranslate2");
}

}  // namespace

ForeignModel import_ctranslate2(const std::string& directory) {
  const torch::NoGradGuard no_grad;
  const fs::path folder(directory);
  Variables variables(folder / "model.bin");
  const JsonFile config(folder / "config.json");
  const bool from_zero = starts_from_zero(variables);
  check_ends_sources(config, from_zero);
  const auto options = options_of(variables, config);
  auto imported = untrained(options, tokenizers_of(folder, config, from_zero));
  set_layers(variables, imported, options);
  set_vocabulary_weights(variables, imported, options);
  variables.check_all_taken();
  return imported;
}

}  // namespace regard::interop
