#include "interop/marian_npz_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string_view>

#include "interop/transformer_weights.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::interop {
namespace {

using model::TiedEmbeddings;

/// Marian's constant of layer normalization.
constexpr double kMarianEpsilon = 1e-6;

/// Options that say what regard's Transformer cannot be, with their only value that it can be.
constexpr std::array<std::pair<const char*, const char*>, 16> kRequired = {
    {{"transformer-ffn-depth", "2"},
     {"transformer-rnn-projection", "false"},
     {"transformer-no-projection", "false"},
     {"transformer-no-bias", "false"},
     {"transformer-no-affine", "false"},
     {"transformer-pool", "false"},
     {"transformer-attention-mask", "default"},
     {"transformer-alibi-shift", "false"},
     {"transformer-alibi-trainable", "false"},
     {"transformer-disable-position-embeddings", "false"},
     {"transformer-train-positions", "false"},
     {"right-left", "false"},
     {"ulr", "false"},
     {"lemma-dim-emb", "0"},
     {"lemma-dependency", ""},
     {"factors-combine", "sum"}}};

/// Options that a Transformer does not use, that matter in training alone, or that are read below.
const std::set<std::string, std::less<>> kOther = {"bert-class-symbol",
                                                   "bert-mask-symbol",
                                                   "bert-masking-fraction",
                                                   "bert-sep-symbol",
                                                   "bert-train-type-embeddings",
                                                   "bert-type-vocab-size",
                                                   "char-highway",
                                                   "char-stride",
                                                   "dec-cell",
                                                   "dec-cell-base-depth",
                                                   "dec-cell-high-depth",
                                                   "dec-depth",
                                                   "dim-emb",
                                                   "dim-rnn",
                                                   "dim-vocabs",
                                                   "enc-cell",
                                                   "enc-cell-depth",
                                                   "enc-depth",
                                                   "enc-type",
                                                   "factors-dim-emb",
                                                   "input-types",
                                                   "layer-normalization",
                                                   "output-omit-bias",
                                                   "separator-symbol",
                                                   "skip",
                                                   "special-vocab",
                                                   "tied-embeddings",
                                                   "tied-embeddings-all",
                                                   "tied-embeddings-src",
                                                   "transformer-aan-activation",
                                                   "transformer-aan-depth",
                                                   "transformer-aan-nogate",
                                                   "transformer-decoder-autoreg",
                                                   "transformer-decoder-dim-ffn",
                                                   "transformer-decoder-ffn-depth",
                                                   "transformer-depth-scaling",
                                                   "transformer-dim-aan",
                                                   "transformer-dim-ffn",
                                                   "transformer-ffn-activation",
                                                   "transformer-guided-alignment-layer",
                                                   "transformer-heads",
                                                   "transformer-postprocess",
                                                   "transformer-postprocess-emb",
                                                   "transformer-postprocess-top",
                                                   "transformer-preprocess",
                                                   "transformer-tied-layers",
                                                   "transformer-train-position-embeddings",
                                                   "type",
                                                   "ulr-dim-emb",
                                                   "ulr-trainable-transformation",
                                                   "version"};

/// The options in special:model.yml.
class ModelYaml {
 public:
  ModelYaml(const config::Node& yaml, const std::string& path) : yaml_(yaml), path_(path) {}

  std::string text(std::string_view key, const std::string& otherwise) const {
    const auto* value = yaml_.find(key);
    if (value == nullptr || value->is_nothing()) return otherwise;
    if (!value->is_scalar()) fail(str(key, " is a list or a map"));
    return value->text;
  }
  bool flag(std::string_view key) const { return text(key, "false") == "true"; }
  int64_t number(std::string_view key) const { return number_of(text(key, ""), key); }
  int64_t number(std::string_view key, int64_t otherwise) const {
    return number_of(text(key, str(otherwise)), key);
  }
  std::vector<int64_t> numbers(std::string_view key) const {
    std::vector<int64_t> numbers;
    const auto* value = yaml_.find(key);
    if (value == nullptr) return numbers;
    for (const auto& item : value->items) numbers.push_back(number_of(item.text, key));
    return numbers;
  }
  /// The operations of training and inference without dropout, which inference lacks.
  std::string operations(std::string_view key, const std::string& otherwise) const {
    auto letters = text(key, otherwise);
    std::erase(letters, 'd');
    return letters;
  }

  void check_keys() const {
    for (const auto& entry : yaml_.entries) {
      const auto* const required =
          std::ranges::find(kRequired, entry.key, [](const auto& row) { return row.first; });
      if (required != kRequired.end()) {
        const auto value = text(entry.key, required->second);
        if (value != required->second) {
          fail(str(entry.key, " is '", value, "', but regard has only '", required->second, "'"));
        }
      } else if (!kOther.contains(entry.key)) {
        fail(str("has the option ", entry.key, ", which regard does not know"));
      }
    }
    if (const auto* types = yaml_.find("input-types"); types != nullptr) {
      for (const auto& type : types->items) {
        if (type.text != "sequence") fail(str("input-types has '", type.text, "'"));
      }
    }
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(what, str(path_, ": special:model.yml"),
                "regard imports Marian's Transformers (--type transformer) whose decoder has "
                "self-attention or an SSRU",
                ExitCode::failure);
  }

 private:
  int64_t number_of(const std::string& text, std::string_view key) const {
    int64_t number = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || end.ec != std::errc() || end.ptr != text.data() + text.size()) {
      fail(str(key, " is '", text, "', but must be a number"));
    }
    return number;
  }

  const config::Node& yaml_;
  const std::string& path_;
};

nn::Activation activation_of(const ModelYaml& yaml) {
  const auto name = yaml.text("transformer-ffn-activation", "swish");
  if (name == "relu") return nn::Activation::relu;
  if (name == "swish") return nn::Activation::silu;
  // Marian's gelu is x sigmoid(1.702 x); regard's is x Phi(x).
  yaml.fail(str("transformer-ffn-activation is ", name, ", but regard has relu and swish"));
}

/// Layer normalization must stand after each residual connection. Where it stands before a
/// sublayer, Marian normalizes the queries of attention and leaves keys and values as they are,
/// unlike Xiong et al. (2020).
void check_norm(const ModelYaml& yaml) {
  const auto before = yaml.operations("transformer-preprocess", "");
  const auto after = yaml.operations("transformer-postprocess", "dan");
  const auto top = yaml.operations("transformer-postprocess-top", "");
  if (before.empty() && after == "an" && top.empty()) return;
  yaml.fail(str("transformer-preprocess, -postprocess and -postprocess-top are '", before, "', '",
                after, "' and '", top, "' without dropout, but regard has only '', 'an' and ''"));
}

nn::Autoregression autoregression_of(const ModelYaml& yaml) {
  const auto kind = yaml.text("transformer-decoder-autoreg", "self-attention");
  if (kind == "self-attention") return nn::Autoregression::self_attention;
  if (kind != "rnn") {
    yaml.fail(str("transformer-decoder-autoreg is '", kind,
                  "', but regard has only 'self-attention' and 'rnn'"));
  }
  if (const auto cell = yaml.text("dec-cell", ""); cell != "ssru") {
    yaml.fail(str("dec-cell is '", cell, "', but a Transformer's decoder has only 'ssru'"));
  }
  if (yaml.flag("layer-normalization")) {
    yaml.fail("layer-normalization is 'true', but an SSRU has only 'false'");
  }
  return nn::Autoregression::ssru;
}

TiedEmbeddings ties_of(const ModelYaml& yaml) {
  const bool all = yaml.flag("tied-embeddings-all");
  const bool target = yaml.flag("tied-embeddings");
  if (all || (target && yaml.flag("tied-embeddings-src"))) return TiedEmbeddings::all;
  return target ? TiedEmbeddings::target : TiedEmbeddings::none;
}

void check_one_feed_forward(const ModelYaml& yaml, int64_t ffn_size) {
  const auto size = yaml.number("transformer-decoder-dim-ffn", 0);
  const auto depth = yaml.number("transformer-decoder-ffn-depth", 0);
  if (size != 0 && size != ffn_size) {
    yaml.fail(str("transformer-decoder-dim-ffn is ", size, " and transformer-dim-ffn is ", ffn_size,
                  ", but regard's Transformer has one number for both"));
  }
  if (depth != 0 && depth != 2) {
    yaml.fail(str("transformer-decoder-ffn-depth is ", depth, ", but regard has only 2"));
  }
}

std::vector<int64_t> layers_of_decoder(const ModelYaml& yaml, int64_t depth) {
  if (depth < 1 || depth > limits::kLayers) yaml.fail(str("dec-depth is ", depth));
  auto layers = yaml.numbers("transformer-tied-layers");
  if (layers.empty()) {
    for (int64_t layer = 1; layer <= depth; ++layer) layers.push_back(layer);
  }
  if (static_cast<int64_t>(layers.size()) != depth) {
    yaml.fail(
        str("transformer-tied-layers has ", layers.size(), " numbers, but dec-depth is ", depth));
  }
  return layers;
}

}  // namespace

MarianNpzOptions read_marian_npz_options(const config::Node& node, const std::string& path) {
  const ModelYaml yaml(node, path);
  if (const auto type = yaml.text("type", ""); type != "transformer") {
    yaml.fail(str("type is '", type, "', but regard imports transformer only"));
  }
  yaml.check_keys();
  MarianNpzOptions options;
  auto& model = options.model;
  model.d_model = yaml.number("dim-emb");
  model.heads = yaml.number("transformer-heads");
  model.ffn_size = yaml.number("transformer-dim-ffn");
  model.encoder_layers = yaml.number("enc-depth");
  model.decoder_layers = yaml.number("dec-depth");
  check_one_feed_forward(yaml, model.ffn_size);
  const auto input = yaml.operations("transformer-postprocess-emb", "d");
  if (!input.empty() && input != "n") yaml.fail("transformer-postprocess-emb has other than d, n");
  model.norm_input = input == "n";
  check_norm(yaml);
  model.norm = nn::Norm::post;
  model.norm_epsilon = kMarianEpsilon;
  model.activation = activation_of(yaml);
  model.autoregression = autoregression_of(yaml);
  model.positions = model::Positions::half_t2t;
  model.scale_embeddings = true;
  model.tied_embeddings = ties_of(yaml);
  model.bias = true;
  options.one_embedding = yaml.flag("tied-embeddings-all") || yaml.flag("tied-embeddings-src");
  options.decoder_layers = layers_of_decoder(yaml, model.decoder_layers);
  options.has_output_bias = !yaml.flag("output-omit-bias");
  return options;
}

std::string marian_npz_options(const model::TransformerOptions& options, int64_t source_rows,
                               int64_t target_rows) {
  const auto flag = [](bool is_on) { return is_on ? "true" : "false"; };
  const bool recurs = options.autoregression == nn::Autoregression::ssru;
  return str("type: transformer\ndim-emb: ", options.d_model, "\ndim-vocabs:\n  - ", source_rows,
             "\n  - ", target_rows, "\nenc-depth: ", options.encoder_layers,
             "\ndec-depth: ", options.decoder_layers,
             "\ntied-embeddings: ", flag(options.tied_embeddings == TiedEmbeddings::target),
             "\ntied-embeddings-all: ", flag(options.tied_embeddings == TiedEmbeddings::all),
             "\ntied-embeddings-src: false\ntransformer-heads: ", options.heads,
             "\ntransformer-dim-ffn: ", options.ffn_size, "\ntransformer-ffn-depth: 2",
             "\ntransformer-ffn-activation: ",
             options.activation == nn::Activation::relu ? "relu" : "swish",
             "\ntransformer-preprocess: \"\"\ntransformer-postprocess: dan",
             "\ntransformer-postprocess-emb: ", options.norm_input ? "nd" : "d",
             "\ntransformer-postprocess-top: \"\"\ntransformer-decoder-autoreg: ",
             recurs ? "rnn\ndec-cell: ssru\nlayer-normalization: false" : "self-attention",
             "\ntransformer-no-projection: false",
             "\ntransformer-guided-alignment-layer: last\ntransformer-tied-layers:\n  []",
             "\ninput-types:\n  []\nright-left: false\nulr: false\nversion: v1.12.0\n");
}

std::vector<std::string> beyond_marian_npz(const model::TransformerOptions& options) {
  auto without = options;
  without.norm_input = false;  // which Marian has, as it has SSRUs
  without.autoregression = nn::Autoregression::self_attention;
  auto lacking = beyond_the_paper(without);
  const auto differs = [&](const char* key, const auto& value, const auto& needed) {
    lacking.push_back(str("model.", key, " is ", value, " instead of ", needed));
  };
  if (options.positions != model::Positions::half_t2t) {
    differs("positions", name_of(options.positions), "half_t2t");
  }
  if (options.norm != nn::Norm::post) differs("norm", name_of(options.norm), "post");
  if (!options.scale_embeddings) differs("scale_embeddings", "false", "true");
  if (options.activation == nn::Activation::gelu) differs("activation", "gelu", "relu or silu");
  if (options.norm_epsilon != kMarianEpsilon) {
    differs("norm_epsilon", options.norm_epsilon, kMarianEpsilon);
  }
  return lacking;
}

}  // namespace regard::interop
