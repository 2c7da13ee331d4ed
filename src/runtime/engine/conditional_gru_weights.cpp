#include "architecture/architectures.h"
#include "engine/conditional_gru_steps.h"
#include "engine/engine_model.h"
#include "regard/base/str.h"

namespace regard::engine {

ConditionalGruWeights::ConditionalGruWeights(const model::ConditionalGruOptions& its_options,
                                             const WeightsToPack& from)
    : options(its_options) {
  const auto decoder = from.all.of("decoder");
  const auto precision = from.precision;
  const int64_t size = options.hidden_size, embedding = options.embedding_size;
  const bool is_tied = options.tied_embeddings != model::TiedEmbeddings::none;
  output_layer =
      engine::output_layer(decoder, is_tied, from.vocabularies.target, embedding, precision);
  target_embedding = decoder.matrix("embedding.weight", from.vocabularies.target, embedding);
  read_encoder(from);
  read_layers(from);
  read_attention(from);
  const auto product = [&](const char* name, int64_t outputs, int64_t inputs, bool has_bias) {
    return normed_product(decoder,
                          {.name = name,
                           .outputs = outputs,
                           .inputs = inputs,
                           .has_bias = has_bias,
                           .normalized = options.layer_norm},
                          precision);
  };
  first = product("first", size, 2 * size, true);
  query = product("W_q", 2 * size, size, false);
  context.keys = product("W_k", 2 * size, 2 * size, true);
  token_readout = product("W_y", embedding, embedding, true);
  state_readout = product("W_s", embedding, size, false);
}

void ConditionalGruWeights::read_encoder(const WeightsToPack& from) {
  const auto encoder = from.all.of("encoder");
  source_embedding =
      options.tied_embeddings == model::TiedEmbeddings::all
          ? target_embedding
          : encoder.matrix("embedding.weight", from.vocabularies.source, options.embedding_size);
  const auto stack = [&](const char* name, std::vector<TransitionLayerWeights>& layers) {
    for (int64_t layer = 0; layer < options.encoder_layers; ++layer) {
      auto& its = layers.emplace_back();
      const int64_t inputs = layer == 0 ? options.embedding_size : options.hidden_size;
      for (int64_t cell = 0; cell < options.encoder_cells; ++cell) {
        its.push_back(transition_cell(encoder.of(str(name, '.', layer, '.', cell)),
                                      {.inputs = cell == 0 ? inputs : 0,
                                       .size = options.hidden_size,
                                       .normalized = options.layer_norm,
                                       .bias_on_state = false},
                                      from.precision));
      }
    }
  };
  stack("from_left", from_left);
  stack("from_right", from_right);
}

void ConditionalGruWeights::read_layers(const WeightsToPack& from) {
  const auto decoder = from.all.of("decoder");
  TransitionCellSizes sizes{.inputs = 0,
                            .size = options.hidden_size,
                            .normalized = options.layer_norm,
                            .bias_on_state = false};
  for (int64_t cell = 0; cell < options.decoder_cells; ++cell) {
    sizes.inputs = cell == 0 ? options.embedding_size : 0;
    sizes.bias_on_state = cell > 0;
    cells.push_back(transition_cell(decoder.of(str("cells.", cell)), sizes, from.precision));
  }
  sizes.bias_on_state = false;
  for (int64_t layer = 0; layer + 1 < options.decoder_layers; ++layer) {
    auto& its = upper.emplace_back();
    for (int64_t cell = 0; cell < options.upper_cells; ++cell) {
      sizes.inputs = cell == 0 ? options.hidden_size : 0;
      its.push_back(
          transition_cell(decoder.of(str("upper.", layer, '.', cell)), sizes, from.precision));
    }
  }
}

void ConditionalGruWeights::read_attention(const WeightsToPack& from) {
  const auto decoder = from.all.of("decoder");
  const int64_t size = options.hidden_size, values = 2 * size;
  const int64_t gates = 3 * size, readout = options.embedding_size;
  const auto second = decoder.of("cells.1.W"), last = decoder.of("W_c");
  context.values =
      pack({second.matrix("weight", gates, values), last.matrix("weight", readout, values)},
           {Matrix(), Matrix()}, from.precision);
  if (options.layer_norm) {
    context_gates = gate_norm(second, gates, false);
    context_readout = gate_norm(last, readout, false);
  }
  context.heads = {.heads = 1, .key_width = values, .value_width = gates + readout};
  context.score = decoder.matrix("w_v.weight", 1, values).copy();
  context.alignment = from.alignment;
  from.alignment.layer_of(/*layers=*/1, /*heads=*/1);  // throws if there is no such layer
}

}  // namespace regard::engine

namespace regard {

std::unique_ptr<engine::EngineModel> model::ConditionalGruRow::make_engine(
    const Options& options, const engine::WeightsToPack& weights) {
  using Model = engine::EngineModelOf<engine::ConditionalGruWeights, engine::ConditionalGruSteps>;
  return std::make_unique<Model>(engine::ConditionalGruWeights(options, weights));
}

}  // namespace regard
