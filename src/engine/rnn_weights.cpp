#include "engine/rnn_weights.h"

#include "regard/base/str.h"

namespace regard::engine {
namespace {

RecurrentWeights recurrent(const Parameters& rnn, const std::string& layer, Precision precision) {
  const auto part = [&](const char* name) {
    return pack({rnn.at(str("weight_", name, layer))}, {rnn.at(str("bias_", name, layer))},
                precision);
  };
  return {.input = part("ih_l"), .hidden = part("hh_l")};
}

}  // namespace

RnnWeights::RnnWeights(model::RnnAttention& model, Precision precision)
    : options(model.options()),
      embedding_size(options.embedding_size),
      hidden_size(options.hidden_size),
      memory_size((options.bidirectional ? 2 : 1) * options.hidden_size) {
  const torch::NoGradGuard no_gradients;
  const auto all = model.named_parameters();
  const Parameters parameters(all);
  target_embedding = Table(parameters.at("decoder.embedding.weight"));
  source_embedding = options.tied_embeddings == "all"
                         ? target_embedding
                         : Table(parameters.at("encoder.embedding.weight"));
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    encoder.push_back(recurrent(parameters.of("encoder.rnn"), str(layer), precision));
    if (options.bidirectional) {
      encoder.push_back(recurrent(parameters.of("encoder.rnn"), str(layer, "_reverse"), precision));
      hidden_bridge.push_back(parameters.linear({str("bridge.hidden_l", layer)}, precision));
      if (options.cell == "lstm") {
        cell_bridge.push_back(parameters.linear({str("bridge.cell_l", layer)}, precision));
      }
    }
    decoder.push_back(recurrent(parameters.of("decoder.rnn"), str(layer), precision));
  }
  if (options.attention == "additive") {
    query = parameters.linear({"decoder.attention.W_q"}, precision);
    keys = parameters.linear({"decoder.attention.W_k"}, precision);
    score = floats_of(parameters.at("decoder.attention.w_v.weight"));
  }
  const auto& dense = *model.output_layer();
  output = pack({dense.weight}, {dense.bias}, precision);
}

bool supports_rnn(const model::RnnAttention& model) {
  const auto& options = model.options();
  return options.encoder == "recurrent" && options.attention != "multi_head" &&
         options.readout == "book";
}

}  // namespace regard::engine
