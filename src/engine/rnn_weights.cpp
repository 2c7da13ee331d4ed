#include "engine/rnn_weights.h"

#include <cmath>
#include <string>
#include <utility>

#include "regard/base/str.h"

namespace regard::engine {
namespace {

RecurrentCell cell_of(const model::RnnOptions& options) {
  return {ops::cell_of(options.cell, options.reset), options.hidden_size};
}

/// Weights of the gates of a layer.
struct Gates {
  torch::Tensor weight, bias;

  Gates(const Parameters& rnn, const std::string& name)
      : weight(rnn.at("weight_" + name)), bias(rnn.at("bias_" + name)) {}
  Gates(const Gates& all, int64_t first, int64_t rows)
      : weight(all.weight.narrow(0, first, rows)), bias(all.bias.narrow(0, first, rows)) {}

  PackedMatrix packed(Precision precision) const { return pack({weight}, {bias}, precision); }
};

Gates input_gates(const Parameters& rnn, const std::string& layer) { return {rnn, "ih_l" + layer}; }

/// Those that read the state itself.
Gates hidden_gates(const Parameters& rnn, const std::string& layer, const RecurrentCell& cell) {
  return {{rnn, "hh_l" + layer}, 0, cell.hidden_gates_size()};
}

PackedMatrix candidate_of(const Parameters& rnn, const std::string& layer,
                          const RecurrentCell& cell, Precision precision) {
  if (!cell.resets_before()) return {};
  return Gates({rnn, "hh_l" + layer}, cell.hidden_gates_size(), cell.size()).packed(precision);
}

RecurrentWeights recurrent(const Parameters& rnn, const std::string& layer,
                           const RecurrentCell& cell, Precision precision) {
  return {.input = input_gates(rnn, layer).packed(precision),
          .hidden = hidden_gates(rnn, layer, cell).packed(precision),
          .candidate = candidate_of(rnn, layer, cell, precision)};
}

Table source_embedding(const Parameters& model, const model::RnnOptions& options,
                       const Table& of_target) {
  return options.tied_embeddings == model::TiedEmbeddings::all
             ? of_target
             : Table(model.at("encoder.embedding.weight"));
}

RecurrentEncoderWeights recurrent_encoder(const Parameters& model, const model::RnnOptions& options,
                                          const RecurrentCell& cell, Table embedding,
                                          Precision precision) {
  RecurrentEncoderWeights weights{.embedding = std::move(embedding),
                                  .embedding_size = options.embedding_size,
                                  .bidirectional = options.bidirectional,
                                  .layers = {},
                                  .hidden_bridge = {},
                                  .cell_bridge = {}};
  const auto rnn = model.of("encoder.rnn");
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    weights.layers.push_back(recurrent(rnn, str(layer), cell, precision));
    if (!options.bidirectional) continue;
    weights.layers.push_back(recurrent(rnn, str(layer, "_reverse"), cell, precision));
    weights.hidden_bridge.push_back(model.linear({str("bridge.hidden_l", layer)}, precision));
    if (!cell.has_cells()) continue;
    weights.cell_bridge.push_back(model.linear({str("bridge.cell_l", layer)}, precision));
  }
  return weights;
}

ConvolutionalEncoderWeights convolutional_encoder(const Parameters& model,
                                                  const model::RnnAttentionOptions& options,
                                                  Table embedding, Precision precision) {
  const auto encoder = model.of("encoder");
  std::vector<PackedMatrix> convolutions;
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    convolutions.push_back(pack({encoder.at(str("convolutions.weight_l", layer))},
                                {encoder.at(str("convolutions.bias_l", layer))}, precision));
  }
  return {.embedding = std::move(embedding),
          .embedding_size = options.embedding_size,
          .positions = sinusoidal_positions(options.embedding_size),
          .projection = encoder.linear({"projection"}, precision),
          .kernel = options.kernel,
          .convolutions = std::move(convolutions),
          .start = encoder.linear({"start"}, precision)};
}

/// Outputs 0, 2, 4, ... and then 1, 3, 5, ...
torch::Tensor evens_then_odds(const torch::Tensor& outputs) {
  return torch::cat({outputs.slice(0, 0, std::nullopt, 2), outputs.slice(0, 1, std::nullopt, 2)});
}

/// Weights and biases of layers that read the same input.
struct Stack {
  std::vector<torch::Tensor> weights, biases;

  void add(const torch::Tensor& weight, const torch::Tensor& bias = {}) {
    weights.push_back(weight);
    biases.push_back(bias);
  }
  PackedMatrix packed(Precision precision) const { return pack(weights, biases, precision); }
};

/// The layers that read the decoder's embedding, its context and its top layer's state.
struct DecoderStacks {
  Stack embedding, context, state;
};

/// Of the recurrent layers. The first layer reads embedding and context side by side.
DecoderStacks decoder_stacks(const Parameters& rnn, const model::RnnOptions& options,
                             const RecurrentCell& cell, bool context_first) {
  const auto [weight, bias] = input_gates(rnn, "0");
  const int64_t embedding_size = options.embedding_size;
  const int64_t context_size = weight.size(1) - embedding_size;
  DecoderStacks stacks;
  stacks.context.add(weight.narrow(1, context_first ? 0 : embedding_size, context_size));
  stacks.embedding.add(weight.narrow(1, context_first ? context_size : 0, embedding_size), bias);
  const auto top = hidden_gates(rnn, str(options.layers - 1), cell);
  stacks.state.add(top.weight, top.bias);
  return stacks;
}

void add_maxout(const Parameters& readout, DecoderStacks& stacks) {
  const auto weight = [&](const char* name) {
    return evens_then_odds(readout.at(str(name, ".weight")));
  };
  stacks.embedding.add(weight("V_o"));
  stacks.context.add(weight("C_o"));
  stacks.state.add(weight("U_o"), evens_then_odds(readout.at("U_o.bias")));
}

RnnAttentionWeights attention_of(const Parameters& attention,
                                 const model::RnnAttentionOptions& options, DecoderStacks& stacks,
                                 Precision precision) {
  const auto matrix = [&](const char* name) { return attention.linear({name}, precision); };
  RnnAttentionWeights weights;
  const auto heads = [&](int64_t count, int64_t value_width) {
    const int64_t key_width = options.hidden_size / count;
    weights.heads = {.heads = count,
                     .key_width = key_width,
                     .value_width = value_width,
                     .scale = 1.0F / std::sqrt(static_cast<float>(key_width))};
  };
  if (options.attention != model::RnnAttentionScore::dot) {
    weights.projects_query = true;
    stacks.state.add(attention.at("W_q.weight"));
    weights.keys = matrix("W_k");
  }
  if (options.attention == model::RnnAttentionScore::multi_head) {
    heads(options.heads, options.hidden_size / options.heads);
    weights.values = matrix("W_v");
    const auto output = attention.at("W_o.weight");
    for (auto& weight : stacks.context.weights) weight = weight.matmul(output);
    weights.output = stacks.context.packed(precision);
    return weights;
  }
  weights.values = stacks.context.packed(precision);
  heads(1, weights.values.outputs());
  if (options.attention == model::RnnAttentionScore::additive)
    weights.score = floats_of(attention.at("w_v.weight"));
  return weights;
}

}  // namespace

RnnWeights::RnnWeights(const model::RnnAttentionOptions& options, const Parameters& parameters,
                       Precision precision)
    : cell(cell_of(options)), embedding_size(options.embedding_size) {
  pack_layers(parameters.of("decoder"), options.layers, precision);
  const auto of_source = source_embedding(parameters, options, target_embedding);
  if (options.encoder == model::SourceReading::convolutional) {
    encoder = convolutional_encoder(parameters, options, of_source, precision);
  } else {
    encoder = recurrent_encoder(parameters, options, cell, of_source, precision);
  }
  constexpr bool kContextFirst = true;
  auto stacks = decoder_stacks(parameters.of("decoder.rnn"), options, cell, kContextFirst);
  if (options.readout == model::Readout::paper) {
    add_maxout(parameters.of("decoder.readout"), stacks);
    maxout_size = stacks.context.weights.back().size(0);
  }
  attention = attention_of(parameters.of("decoder.attention"), options, stacks, precision);
  embedding = stacks.embedding.packed(precision);
  state = stacks.state.packed(precision);
}

RnnWeights::RnnWeights(const model::RnnOptions& options, const Parameters& parameters,
                       Precision precision)
    : cell(cell_of(options)), embedding_size(options.embedding_size) {
  pack_layers(parameters.of("decoder"), options.layers, precision);
  encoder = recurrent_encoder(parameters, options, cell,
                              source_embedding(parameters, options, target_embedding), precision);
  constexpr bool kContextFirst = false;
  const auto stacks = decoder_stacks(parameters.of("decoder.rnn"), options, cell, kContextFirst);
  context = stacks.context.packed(precision);
  embedding = stacks.embedding.packed(precision);
  state = stacks.state.packed(precision);
}

void RnnWeights::pack_layers(const Parameters& decoder, int64_t layers, Precision precision) {
  const auto rnn = decoder.of("rnn");
  target_embedding = Table(decoder.at("embedding.weight"));
  for (int64_t layer = 0; layer < layers; ++layer) {
    candidate.push_back(candidate_of(rnn, str(layer), cell, precision));
    if (layer > 0) input.push_back(input_gates(rnn, str(layer)).packed(precision));
    if (layer + 1 == layers) break;
    hidden.push_back(hidden_gates(rnn, str(layer), cell).packed(precision));
  }
}

}  // namespace regard::engine
