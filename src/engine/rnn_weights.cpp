#include "engine/rnn_weights.h"

#include <cmath>
#include <string>
#include <utility>

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

Table source_embedding(const Parameters& model, const model::RnnOptions& options,
                       const Table& of_target) {
  return options.tied_embeddings == "all" ? of_target : Table(model.at("encoder.embedding.weight"));
}

RecurrentEncoderWeights recurrent_encoder(const Parameters& model, const model::RnnOptions& options,
                                          const Table& of_target, Precision precision) {
  RecurrentEncoderWeights weights{.embedding = source_embedding(model, options, of_target),
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
                                                  const Table& of_target, Precision precision) {
  const auto encoder = model.of("encoder");
  std::vector<PackedMatrix> convolutions;
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    convolutions.push_back(pack({encoder.at(str("convolutions.weight_l", layer))},
                                {encoder.at(str("convolutions.bias_l", layer))}, precision));
  }
  return {.embedding = source_embedding(model, options, of_target),
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

/// One below the other: the weights of what reads the same input, with their biases.
struct Stack {
  std::vector<torch::Tensor> weights, biases;

  void add(const torch::Tensor& weight, const torch::Tensor& bias = {}) {
    weights.push_back(weight);
    biases.push_back(bias);
  }
  PackedMatrix packed(Precision precision) const { return pack(weights, biases, precision); }
};

/// What reads the decoder's embedding, its context, and its top layer's state.
struct DecoderStacks {
  Stack embedding, context, state;
};

/// Of the recurrent layers. The first layer reads embedding and context side by side.
DecoderStacks decoder_stacks(const Parameters& rnn, const model::RnnOptions& options,
                             bool context_first) {
  const auto weight = rnn.at("weight_ih_l0");
  const int64_t embedding_size = options.embedding_size;
  const int64_t context_size = weight.size(1) - embedding_size;
  DecoderStacks stacks;
  stacks.context.add(weight.narrow(1, context_first ? 0 : embedding_size, context_size));
  stacks.embedding.add(weight.narrow(1, context_first ? context_size : 0, embedding_size),
                       rnn.at("bias_ih_l0"));
  const auto top = str("hh_l", options.layers - 1);
  stacks.state.add(rnn.at("weight_" + top), rnn.at("bias_" + top));
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
  if (options.attention != "dot") {
    weights.projects_query = true;
    stacks.state.add(attention.at("W_q.weight"));
    weights.keys = matrix("W_k");
  }
  if (options.attention == "multi_head") {
    heads(options.heads, options.hidden_size / options.heads);
    weights.values = matrix("W_v");
    const auto output = attention.at("W_o.weight");
    for (auto& weight : stacks.context.weights) weight = weight.matmul(output);
    weights.output = stacks.context.packed(precision);
    return weights;
  }
  weights.values = stacks.context.packed(precision);
  heads(1, weights.values.outputs());
  if (options.attention == "additive") weights.score = floats_of(attention.at("w_v.weight"));
  return weights;
}

}  // namespace

RnnWeights::RnnWeights(model::RnnAttention& model, Precision precision, const NumbersOf& numbers_of)
    : RnnWeights(model, model.options(), precision, numbers_of) {
  const torch::NoGradGuard no_gradients;
  const auto& options = model.options();
  const auto all = model.named_parameters();
  const Parameters parameters(all, numbers_of);
  if (options.encoder == "convolutional") {
    encoder = convolutional_encoder(parameters, options, target_embedding, precision);
  } else {
    encoder = recurrent_encoder(parameters, options, target_embedding, precision);
  }
  constexpr bool kContextFirst = true;
  auto stacks = decoder_stacks(parameters.of("decoder.rnn"), options, kContextFirst);
  if (options.readout == "paper") {
    add_maxout(parameters.of("decoder.readout"), stacks);
    maxout_size = stacks.context.weights.back().size(0);
  }
  attention = attention_of(parameters.of("decoder.attention"), options, stacks, precision);
  embedding = stacks.embedding.packed(precision);
  state = stacks.state.packed(precision);
}

RnnWeights::RnnWeights(model::RnnContext& model, Precision precision, const NumbersOf& numbers_of)
    : RnnWeights(model, model.options(), precision, numbers_of) {
  const torch::NoGradGuard no_gradients;
  const auto all = model.named_parameters();
  const Parameters parameters(all, numbers_of);
  encoder = recurrent_encoder(parameters, model.options(), target_embedding, precision);
  constexpr bool kContextFirst = false;
  const auto stacks = decoder_stacks(parameters.of("decoder.rnn"), model.options(), kContextFirst);
  context = stacks.context.packed(precision);
  embedding = stacks.embedding.packed(precision);
  state = stacks.state.packed(precision);
}

// What both kinds of model have.
RnnWeights::RnnWeights(model::Seq2SeqModel& model, const model::RnnOptions& options,
                       Precision precision, const NumbersOf& numbers_of)
    : cell(ops::cell_from_name(options.cell, options.reset), options.hidden_size),
      embedding_size(options.embedding_size) {
  const torch::NoGradGuard no_gradients;
  const auto all = model.named_parameters();
  const Parameters parameters(all, numbers_of);
  const auto decoder = parameters.of("decoder");
  const auto gates = [&](const char* name, int64_t layer) {
    return pack({decoder.at(str("rnn.weight_", name, layer))},
                {decoder.at(str("rnn.bias_", name, layer))}, precision);
  };
  target_embedding = Table(decoder.at("embedding.weight"));
  for (int64_t layer = 0; layer + 1 < options.layers; ++layer) {
    hidden.push_back(gates("hh_l", layer));
    input.push_back(gates("ih_l", layer + 1));
  }
  output = parameters.output(model.output_layer(), precision);
}

}  // namespace regard::engine
