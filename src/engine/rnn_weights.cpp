#include "engine/rnn_weights.h"

#include <cmath>
#include <string>
#include <utility>

#include "regard/base/str.h"

namespace regard::engine {
namespace {

RecurrentCell cell_of(const model::RnnOptions& options) {
  return {nn::cell_from_name(options.cell), options.hidden_size};
}

RecurrentWeights recurrent(const Parameters& rnn, const std::string& layer, Precision precision) {
  const auto part = [&](const char* name) {
    return pack({rnn.at(str("weight_", name, layer))}, {rnn.at(str("bias_", name, layer))},
                precision);
  };
  return {.input = part("ih_l"), .hidden = part("hh_l")};
}

Table source_embedding(const Parameters& model, const model::RnnOptions& options) {
  const char* side = options.tied_embeddings == "all" ? "decoder" : "encoder";
  return Table(model.of(side).at("embedding.weight"));
}

RecurrentEncoderWeights recurrent_encoder(const Parameters& model, const model::RnnOptions& options,
                                          Precision precision) {
  RecurrentEncoderWeights weights{.embedding = source_embedding(model, options),
                                  .embedding_size = options.embedding_size,
                                  .bidirectional = options.bidirectional,
                                  .layers = {},
                                  .hidden_bridge = {},
                                  .cell_bridge = {}};
  const auto rnn = model.of("encoder.rnn");
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    weights.layers.push_back(recurrent(rnn, str(layer), precision));
    if (!options.bidirectional) continue;
    weights.layers.push_back(recurrent(rnn, str(layer, "_reverse"), precision));
    weights.hidden_bridge.push_back(model.linear({str("bridge.hidden_l", layer)}, precision));
    if (options.cell != "lstm") continue;
    weights.cell_bridge.push_back(model.linear({str("bridge.cell_l", layer)}, precision));
  }
  return weights;
}

ConvolutionalEncoderWeights convolutional_encoder(const Parameters& model,
                                                  const model::RnnAttentionOptions& options,
                                                  Precision precision) {
  const auto encoder = model.of("encoder");
  std::vector<PackedMatrix> convolutions;
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    convolutions.push_back(pack({encoder.at(str("convolutions.weight_l", layer))},
                                {encoder.at(str("convolutions.bias_l", layer))}, precision));
  }
  return {.embedding = source_embedding(model, options),
          .embedding_size = options.embedding_size,
          .positions = sinusoidal_positions(options.embedding_size),
          .projection = encoder.linear({"projection"}, precision),
          .kernel = options.kernel,
          .convolutions = std::move(convolutions),
          .start = encoder.linear({"start"}, precision)};
}

std::vector<RecurrentWeights> decoder_layers(const Parameters& model,
                                             const model::RnnOptions& options,
                                             Precision precision) {
  std::vector<RecurrentWeights> layers;
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    layers.push_back(recurrent(model.of("decoder.rnn"), str(layer), precision));
  }
  return layers;
}

RnnAttentionWeights attention_of(const Parameters& model, const model::RnnAttentionOptions& options,
                                 int64_t memory_size, Precision precision) {
  const auto attention = model.of("decoder.attention");
  const auto layer = [&](const char* name) { return attention.linear({name}, precision); };
  RnnAttentionWeights weights;
  if (options.attention == "multi_head") {
    const int64_t width = options.hidden_size / options.heads;
    weights.heads = {.heads = options.heads,
                     .key_width = width,
                     .value_width = width,
                     .scale = 1.0F / std::sqrt(static_cast<float>(width))};
    weights.query = layer("W_q");
    weights.keys = layer("W_k");
    weights.values = layer("W_v");
    weights.output = layer("W_o");
    return weights;
  }
  weights.heads = {.heads = 1,
                   .key_width = options.hidden_size,
                   .value_width = memory_size,
                   .scale = 1.0F / std::sqrt(static_cast<float>(options.hidden_size))};
  if (options.attention == "additive") {
    weights.score = floats_of(attention.at("w_v.weight"));
    weights.query = layer("W_q");
    weights.keys = layer("W_k");
  }
  return weights;
}

/// Outputs 0, 2, 4, ... and then 1, 3, 5, ...
torch::Tensor evens_then_odds(const torch::Tensor& outputs) {
  return torch::cat({outputs.slice(0, 0, std::nullopt, 2), outputs.slice(0, 1, std::nullopt, 2)});
}

PackedMatrix maxout_of(const Parameters& readout, Precision precision) {
  const auto weight =
      torch::cat({readout.at("C_o.weight"), readout.at("V_o.weight"), readout.at("U_o.weight")}, 1);
  return pack({evens_then_odds(weight)}, {evens_then_odds(readout.at("U_o.bias"))}, precision);
}

PackedMatrix output_of(nn::OutputLayer& layer, Precision precision) {
  return pack({layer->weight}, {layer->bias}, precision);
}

}  // namespace

RnnWeights::RnnWeights(model::RnnAttention& model, Precision precision)
    : cell(cell_of(model.options())), embedding_size(model.options().embedding_size) {
  const torch::NoGradGuard no_gradients;
  const auto& options = model.options();
  const auto all = model.named_parameters();
  const Parameters parameters(all);
  if (options.encoder == "convolutional") {
    encoder = convolutional_encoder(parameters, options, precision);
  } else {
    encoder = recurrent_encoder(parameters, options, precision);
  }
  target_embedding = Table(parameters.at("decoder.embedding.weight"));
  const int64_t memory_size = (options.bidirectional ? 2 : 1) * options.hidden_size;
  attention = attention_of(parameters, options, memory_size, precision);
  context_size = attention->output ? attention->output->outputs() : memory_size;
  context_at = 0;
  embedding_at = context_size;
  decoder = decoder_layers(parameters, options, precision);
  if (options.readout == "paper") maxout = maxout_of(parameters.of("decoder.readout"), precision);
  output = output_of(model.output_layer(), precision);
}

RnnWeights::RnnWeights(model::RnnContext& model, Precision precision)
    : cell(cell_of(model.options())),
      embedding_size(model.options().embedding_size),
      context_size(model.options().hidden_size),
      embedding_at(0),
      context_at(embedding_size) {
  const torch::NoGradGuard no_gradients;
  const auto& options = model.options();
  const auto all = model.named_parameters();
  const Parameters parameters(all);
  encoder = recurrent_encoder(parameters, options, precision);
  target_embedding = Table(parameters.at("decoder.embedding.weight"));
  decoder = decoder_layers(parameters, options, precision);
  output = output_of(model.output_layer(), precision);
}

}  // namespace regard::engine
