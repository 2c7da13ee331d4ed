#include "engine/rnn_weights.h"

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

}  // namespace

RnnWeights::RnnWeights(const model::RnnOptions& options, const WeightsToPack& from, int64_t readout)
    : cell(cell_of(options)), embedding_size(options.embedding_size) {
  const auto decoder = from.all.of("decoder"), rnn = decoder.of("rnn");
  const auto precision = from.precision;
  const int64_t vocab = from.vocabularies.target;
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

DecoderStacks RnnWeights::stacks(const model::RnnOptions& options, const WeightsToPack& from,
                                 const ContextInput& read) const {
  const auto rnn = from.all.of("decoder.rnn");
  const auto [weight, bias] = input_gates(rnn, "0", cell, embedding_size + read.size);
  DecoderStacks stacks;
  stacks.context.add(weight.columns(read.is_first ? 0 : embedding_size, read.size));
  stacks.embedding.add(weight.columns(read.is_first ? read.size : 0, embedding_size), bias);
  const auto top = hidden_gates(rnn, str(options.layers - 1), cell);
  stacks.state.add(top.weight, top.bias);
  return stacks;
}

void RnnWeights::pack_stacks(const DecoderStacks& stacks, Precision precision) {
  embedding = stacks.embedding.packed(precision);
  state = stacks.state.packed(precision);
}

Matrix source_embedding(const model::RnnOptions& options, const WeightsToPack& from,
                        const Matrix& of_target) {
  if (options.tied_embeddings == model::TiedEmbeddings::all) return of_target;
  return from.all.matrix("encoder.embedding.weight", from.vocabularies.source,
                         options.embedding_size);
}

RecurrentEncoderWeights recurrent_encoder(const model::RnnOptions& options,
                                          const WeightsToPack& from, const RnnWeights& decoder) {
  const auto precision = from.precision;
  const auto& cell = decoder.cell;
  RecurrentEncoderWeights weights{
      .embedding = source_embedding(options, from, decoder.target_embedding),
      .embedding_size = options.embedding_size,
      .bidirectional = options.bidirectional,
      .layers = {},
      .hidden_bridge = {},
      .cell_bridge = {}};
  const auto rnn = from.all.of("encoder.rnn");
  const int64_t states = directions(options) * cell.size();
  const auto bridge = [&](const std::string& name) {
    return from.all.linear({{"bridge." + name, cell.size(), true}}, states, precision);
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

}  // namespace regard::engine
