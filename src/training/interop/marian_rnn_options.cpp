#include "interop/marian_rnn_options.h"

#include "regard/base/str.h"

namespace regard::interop {
namespace {

/// Whether the direction alternates from layer to layer; otherwise, there is one stack per
/// direction. Marian's third type, whose upper layers read both directions at once, is not
/// supported.
bool alternates(const MarianYaml& yaml) {
  const auto type = yaml.text("enc-type", "bidirectional");
  if (type == "alternating") return true;
  if (type == "bidirectional") return false;
  yaml.fail(
      str("enc-type is '", type, "', but regard supports only 'bidirectional' and 'alternating'"));
}

}  // namespace

MarianRnnOptions read_marian_rnn_options(const config::Node& node, const std::string& path) {
  const MarianYaml yaml(node, path);
  yaml.check_keys({{"enc-cell", "gru"}, {"dec-cell", "gru"}});
  MarianRnnOptions options;
  options.embeddings = yaml.embeddings("decoder_ff_logit_l2");
  auto& model = options.model;
  model.embedding_size = options.embeddings.size;
  model.hidden_size = yaml.number("dim-rnn");
  model.encoder_layers = yaml.number("enc-depth", 1);
  model.encoder_cells = yaml.number("enc-cell-depth", 1);
  model.alternating = alternates(yaml);
  model.decoder_layers = yaml.number("dec-depth", 1);
  model.decoder_cells = yaml.number("dec-cell-base-depth", 2);
  model.upper_cells = yaml.number("dec-cell-high-depth", 1);
  model.residual = yaml.flag("skip");
  model.layer_norm = yaml.flag("layer-normalization");
  model.tied_embeddings = options.embeddings.tied;
  return options;
}

}  // namespace regard::interop
