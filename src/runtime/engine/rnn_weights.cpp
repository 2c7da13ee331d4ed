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
  Matrix weight, bias;

  Gates(const Parameters& rnn, const std::string& name, int64_t outputs, int64_t inputs)
      : weight(rnn.matrix("weight_" + name, outputs, inputs)),
        bias(rnn.vector("bias_" + name, outputs)) {}
  Gates(const Gates& all, int64_t first, int64_t rows)
      : weight(all.weight.rows(first, rows)), bias(all.bias.rows(first, rows)) {}

  PackedMatrix packed(Precision precision) const { return pack({weight}, {bias}, precision); }
};

Gates input_gates(const Parameters& rnn, const std::string& layer, const RecurrentCell& cell,
                  int64_t inputs) {
  return {rnn, "ih_l" + layer, cell.gates_size(), inputs};
}

Gates state_gates(const Parameters& rnn, const std::string& layer, const RecurrentCell& cell) {
  return {rnn, "hh_l" + layer, cell.gates_size(), cell.size()};
}

/// The gates that read the state itself.
Gates hidden_gates(const Parameters& rnn, const std::string& layer, const RecurrentCell& cell) {
  return {state_gates(rnn, layer, cell), 0, cell.hidden_gates_size()};
}

PackedMatrix candidate_of(const Parameters& rnn, const std::string& layer,
                          const RecurrentCell& cell, Precision precision) {
  if (!cell.resets_before()) return {};
  return Gates(state_gates(rnn, layer, cell), cell.hidden_gates_size(), cell.size())
      .packed(precision);
}

RecurrentWeights recurrent(const Parameters& rnn, const std::string& layer,
                           const RecurrentCell& cell, int64_t inputs, Precision precision) {
  return {.input = input_gates(rnn, layer, cell, inputs).packed(precision),
          .hidden = hidden_gates(rnn, layer, cell).packed(precision),
          .candidate = candidate_of(rnn, layer, cell, precision)};
}

Matrix source_embedding(const Parameters& model, const model::RnnOptions& options, int64_t vocab,
                        const Matrix& of_target) {
  return options.tied_embeddings == model::TiedEmbeddings::all
             ? of_target
             : model.matrix("encoder.embedding.weight", vocab, options.embedding_size);
}

/// Directions in which an encoder reads.
int64_t directions(const model::RnnOptions& options) { return options.bidirectional ? 2 : 1; }

RecurrentEncoderWeights recurrent_encoder(const Parameters& model, const model::RnnOptions& options,
                                          const RecurrentCell& cell, Matrix embedding,
                                          Precision precision) {
  RecurrentEncoderWeights weights{.embedding = std::move(embedding),
                                  .embedding_size = options.embedding_size,
                                  .bidirectional = options.bidirectional,
                                  .layers = {},
                                  .hidden_bridge = {},
                                  .cell_bridge = {}};
  const auto rnn = model.of("encoder.rnn");
  const int64_t states = directions(options) * cell.size();
  const auto bridge = [&](const std::string& name) {
    return model.linear({{"bridge." + name, cell.size(), true}}, states, precision);
  };
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    const int64_t inputs = layer == 0 ? options.embedding_size : states;
    weights.layers.push_back(recurrent(rnn, str(layer), cell, inputs, precision));
    if (!options.bidirectional) continue;
    weights.layers.push_back(recurrent(rnn, str(layer, "_reverse"), cell, inputs, precision));
    weights.hidden_bridge.push_back(bridge(str("hidden_l", layer)));
    if (cell.has_cells()) weights.cell_bridge.push_back(bridge(str("cell_l", layer)));
  }
  return weights;
}

ConvolutionalEncoderWeights convolutional_encoder(const Parameters& model,
                                                  const model::RnnAttentionOptions& options,
                                                  const RecurrentCell& cell, Matrix embedding,
                                                  Precision precision) {
  const auto encoder = model.of("encoder");
  const int64_t size = cell.size();
  std::vector<PackedMatrix> convolutions;
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    const auto name = [&](const char* kind) { return str("convolutions.", kind, "_l", layer); };
    convolutions.push_back(pack({encoder.matrix(name("weight"), 2 * size, options.kernel * size)},
                                {encoder.vector(name("bias"), 2 * size)}, precision));
  }
  const int64_t first_states = options.layers * cell.state_size();
  return {
      .embedding = std::move(embedding),
      .embedding_size = options.embedding_size,
      .positions = sinusoidal_positions(options.embedding_size),
      .projection = encoder.linear({{"projection", size, true}}, options.embedding_size, precision),
      .kernel = options.kernel,
      .convolutions = std::move(convolutions),
      .start = encoder.linear({{"start", first_states, true}}, size, precision)};
}

/// Weights and biases of layers that read the same input.
struct Stack {
  std::vector<Matrix> weights, biases;

  void add(const Matrix& weight, const Matrix& bias = {}) {
    weights.push_back(weight);
    biases.push_back(bias);
  }
  PackedMatrix packed(Precision precision) const { return pack(weights, biases, precision); }
};

/// The layers that read the decoder's embedding, its context and its top layer's state.
struct DecoderStacks {
  Stack embedding, context, state;
};

/// The stacks of the recurrent layers. The first layer reads embedding and context side by side.
DecoderStacks decoder_stacks(const Parameters& rnn, const model::RnnOptions& options,
                             const RecurrentCell& cell, int64_t context_size, bool context_first) {
  const int64_t embedding_size = options.embedding_size;
  const auto [weight, bias] = input_gates(rnn, "0", cell, embedding_size + context_size);
  DecoderStacks stacks;
  stacks.context.add(weight.columns(context_first ? 0 : embedding_size, context_size));
  stacks.embedding.add(weight.columns(context_first ? context_size : 0, embedding_size), bias);
  const auto top = hidden_gates(rnn, str(options.layers - 1), cell);
  stacks.state.add(top.weight, top.bias);
  return stacks;
}

/// `size` is that of what maxout leaves.
void add_maxout(const Parameters& readout, const model::RnnOptions& options, int64_t context_size,
                int64_t size, DecoderStacks& stacks) {
  const auto weight = [&](const char* name, int64_t inputs) {
    return readout.matrix(str(name, ".weight"), 2 * size, inputs).evens_then_odds();
  };
  stacks.embedding.add(weight("V_o", options.embedding_size));
  stacks.context.add(weight("C_o", context_size));
  stacks.state.add(weight("U_o", options.hidden_size),
                   readout.vector("U_o.bias", 2 * size).evens_then_odds());
}

RnnAttentionWeights attention_of(const Parameters& attention,
                                 const model::RnnAttentionOptions& options, DecoderStacks& stacks,
                                 Precision precision) {
  const int64_t size = options.hidden_size, memory_size = directions(options) * size;
  const auto of_memory = [&](const char* name) {
    return attention.linear({{name, size, false}}, memory_size, precision);
  };
  RnnAttentionWeights weights;
  const auto heads = [&](int64_t count, int64_t value_width) {
    const int64_t key_width = size / count;
    weights.heads = {.heads = count,
                     .key_width = key_width,
                     .value_width = value_width,
                     .scale = 1.0F / std::sqrt(static_cast<float>(key_width))};
  };
  if (options.attention != model::RnnAttentionScore::dot) {
    weights.projects_query = true;
    stacks.state.add(attention.matrix("W_q.weight", size, size));
    weights.keys = of_memory("W_k");
  }
  if (options.attention == model::RnnAttentionScore::multi_head) {
    heads(options.heads, size / options.heads);
    weights.values = of_memory("W_v");
    const auto output = attention.matrix("W_o.weight", size, size);
    for (auto& weight : stacks.context.weights) weight = product(weight, output);
    weights.output = stacks.context.packed(precision);
    return weights;
  }
  weights.values = stacks.context.packed(precision);
  heads(1, weights.values.outputs());
  if (options.attention == model::RnnAttentionScore::additive)
    weights.score = attention.matrix("w_v.weight", 1, size).copy();
  return weights;
}

}  // namespace

RnnWeights::RnnWeights(const model::RnnAttentionOptions& options, const Parameters& parameters,
                       Vocabularies vocabularies, Precision precision)
    : cell(cell_of(options)), embedding_size(options.embedding_size) {
  const int64_t readout = model::readout_size(options);
  pack_layers(options, parameters.of("decoder"), vocabularies.target, readout, precision);
  const auto of_source =
      source_embedding(parameters, options, vocabularies.source, target_embedding);
  if (options.encoder == model::SourceReading::convolutional) {
    encoder = convolutional_encoder(parameters, options, cell, of_source, precision);
  } else {
    encoder = recurrent_encoder(parameters, options, cell, of_source, precision);
  }
  constexpr bool kContextFirst = true;
  const bool has_heads = options.attention == model::RnnAttentionScore::multi_head;
  const int64_t context_size = (has_heads ? 1 : directions(options)) * options.hidden_size;
  auto stacks =
      decoder_stacks(parameters.of("decoder.rnn"), options, cell, context_size, kContextFirst);
  if (options.readout == model::Readout::paper) {
    add_maxout(parameters.of("decoder.readout"), options, context_size, readout, stacks);
    maxout_size = 2 * readout;
  }
  attention = attention_of(parameters.of("decoder.attention"), options, stacks, precision);
  embedding = stacks.embedding.packed(precision);
  state = stacks.state.packed(precision);
}

RnnWeights::RnnWeights(const model::RnnOptions& options, const Parameters& parameters,
                       Vocabularies vocabularies, Precision precision)
    : cell(cell_of(options)), embedding_size(options.embedding_size) {
  pack_layers(options, parameters.of("decoder"), vocabularies.target, options.hidden_size,
              precision);
  encoder = recurrent_encoder(
      parameters, options, cell,
      source_embedding(parameters, options, vocabularies.source, target_embedding), precision);
  constexpr bool kContextFirst = false;
  const auto stacks = decoder_stacks(parameters.of("decoder.rnn"), options, cell,
                                     options.hidden_size, kContextFirst);
  context = stacks.context.packed(precision);
  embedding = stacks.embedding.packed(precision);
  state = stacks.state.packed(precision);
}

void RnnWeights::pack_layers(const model::RnnOptions& options, const Parameters& decoder,
                             int64_t vocab, int64_t readout, Precision precision) {
  const auto rnn = decoder.of("rnn");
  const bool is_tied = options.tied_embeddings != model::TiedEmbeddings::none;
  output_layer = engine::output_layer(decoder, is_tied, vocab, readout, precision);
  target_embedding = decoder.matrix("embedding.weight", vocab, options.embedding_size);
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    candidate.push_back(candidate_of(rnn, str(layer), cell, precision));
    if (layer > 0) {
      input.push_back(input_gates(rnn, str(layer), cell, cell.size()).packed(precision));
    }
    if (layer + 1 == options.layers) break;
    hidden.push_back(hidden_gates(rnn, str(layer), cell).packed(precision));
  }
}

}  // namespace regard::engine
