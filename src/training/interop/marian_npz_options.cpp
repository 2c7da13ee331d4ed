#include "interop/marian_npz_options.h"

#include "interop/marian_yaml.h"
#include "interop/transformer_weights.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::interop {
namespace {

using model::TiedEmbeddings;

/// Marian's epsilon of layer normalization.
constexpr double kMarianEpsilon = 1e-6;

/// Options, each with the only value that regard's Transformer supports.
const MarianRequirements kRequired = {{"transformer-ffn-depth", "2"},
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
                                      {"transformer-train-position-embeddings", "false"}};

nn::Activation activation_of(const MarianYaml& yaml) {
  const auto name = yaml.text("transformer-ffn-activation", "swish");
  if (name == "relu") return nn::Activation::relu;
  if (name == "swish") return nn::Activation::silu;
  // Marian's gelu is x sigmoid(1.702 x); regard's is x Phi(x).
  yaml.fail(str("transformer-ffn-activation is ", name, ", but regard supports relu and swish"));
}

/// Layer normalization must follow each residual connection. If it precedes a sublayer, Marian
/// normalizes the queries of attention but neither keys nor values, unlike Xiong et al. (2020).
void check_norm(const MarianYaml& yaml) {
  const auto before = yaml.operations("transformer-preprocess", "");
  const auto after = yaml.operations("transformer-postprocess", "dan");
  const auto top = yaml.operations("transformer-postprocess-top", "");
  if (before.empty() && after == "an" && top.empty()) return;
  yaml.fail(str("transformer-preprocess, -postprocess and -postprocess-top are '", before, "', '",
                after, "' and '", top,
                "' without dropout, but regard supports only '', 'an' and ''"));
}

nn::Autoregression autoregression_of(const MarianYaml& yaml) {
  const auto kind = yaml.text("transformer-decoder-autoreg", "self-attention");
  if (kind == "self-attention") return nn::Autoregression::self_attention;
  if (kind != "rnn") {
    yaml.fail(str("transformer-decoder-autoreg is '", kind,
                  "', but regard supports only 'self-attention' and 'rnn'"));
  }
  if (const auto cell = yaml.text("dec-cell", ""); cell != "ssru") {
    yaml.fail(str("dec-cell is '", cell, "', but a Transformer's decoder has only 'ssru'"));
  }
  if (yaml.flag("layer-normalization")) {
    yaml.fail("layer-normalization is 'true', but must be 'false' for an SSRU");
  }
  return nn::Autoregression::ssru;
}

void check_one_feed_forward(const MarianYaml& yaml, int64_t ffn_size) {
  const auto size = yaml.number("transformer-decoder-dim-ffn", 0);
  const auto depth = yaml.number("transformer-decoder-ffn-depth", 0);
  if (size != 0 && size != ffn_size) {
    yaml.fail(str("transformer-decoder-dim-ffn is ", size, " and transformer-dim-ffn is ", ffn_size,
                  ", but regard's Transformer has one number for both"));
  }
  if (depth != 0 && depth != 2) {
    yaml.fail(str("transformer-decoder-ffn-depth is ", depth, ", but regard supports only 2"));
  }
}

std::vector<int64_t> layers_of_decoder(const MarianYaml& yaml, int64_t depth) {
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
  const MarianYaml yaml(node, path);
  yaml.check_keys(kRequired);
  MarianNpzOptions options;
  auto& model = options.model;
  model.d_model = yaml.number("dim-emb");
  model.heads = yaml.number("transformer-heads");
  model.ffn_size = yaml.number("transformer-dim-ffn");
  model.encoder_layers = yaml.number("enc-depth");
  model.decoder_layers = yaml.number("dec-depth");
  check_one_feed_forward(yaml, model.ffn_size);
  const auto input = yaml.operations("transformer-postprocess-emb", "d");
  if (!input.empty() && input != "n")
    yaml.fail("transformer-postprocess-emb has values other than d and n");
  model.norm_input = input == "n";
  check_norm(yaml);
  model.norm = nn::Norm::post;
  model.norm_epsilon = kMarianEpsilon;
  model.activation = activation_of(yaml);
  model.autoregression = autoregression_of(yaml);
  model.positions = model::Positions::half_t2t;
  model.scale_embeddings = true;
  options.embeddings = yaml.embeddings("decoder_ff_logit_out");
  model.tied_embeddings = options.embeddings.tied;
  model.bias = true;
  options.decoder_layers = layers_of_decoder(yaml, model.decoder_layers);
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
  without.norm_input = false;  // Marian supports this option and SSRUs
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
