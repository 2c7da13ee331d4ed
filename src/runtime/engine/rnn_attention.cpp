#include <cmath>
#include <vector>

#include "architecture/architectures.h"
#include "engine/attended_context.h"
#include "engine/engine_model.h"
#include "engine/rnn_steps.h"
#include "engine/rnn_weights.h"
#include "regard/base/str.h"

namespace regard::engine {
namespace {

ConvolutionalEncoderWeights convolutional_encoder(const model::RnnAttentionOptions& options,
                                                  const WeightsToPack& from,
                                                  const RnnWeights& decoder) {
  const auto encoder = from.all.of("encoder");
  const auto& cell = decoder.cell;
  const auto precision = from.precision;
  const int64_t size = cell.size();
  std::vector<PackedMatrix> convolutions;
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    const auto name = [&](const char* kind) { return str("convolutions.", kind, "_l", layer); };
    convolutions.push_back(pack({encoder.matrix(name("weight"), 2 * size, options.kernel * size)},
                                {encoder.vector(name("bias"), 2 * size)}, precision));
  }
  const int64_t first_states = options.layers * cell.state_size();
  return {
      .embedding = source_embedding(options, from, decoder.target_embedding),
      .embedding_size = options.embedding_size,
      .positions = sinusoidal_positions(options.embedding_size),
      .projection = encoder.linear({{"projection", size, true}}, options.embedding_size, precision),
      .kernel = options.kernel,
      .convolutions = std::move(convolutions),
      .start = encoder.linear({{"start", first_states, true}}, size, precision)};
}

/// `size`: size of maxout's result.
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

/// Consumes the context stack, and adds the projection of the query to the state stack.
std::unique_ptr<ContextWeights> attended_context(const model::RnnAttentionOptions& options,
                                                 const WeightsToPack& from, DecoderStacks& stacks) {
  const auto attention = from.all.of("decoder.attention");
  const auto precision = from.precision;
  const int64_t size = options.hidden_size, memory_size = directions(options) * size;
  const auto of_memory = [&](const char* name) {
    return attention.linear({{name, size, false}}, memory_size, precision);
  };
  auto context = std::make_unique<AttendedContextWeights>();
  context->alignment = from.alignment;
  constexpr int64_t kLayers = 1;
  const bool has_heads = options.attention == model::RnnAttentionScore::multi_head;
  from.alignment.layer_of(kLayers, has_heads ? options.heads : 1);
  const auto heads = [&](int64_t count, int64_t value_width) {
    const int64_t key_width = size / count;
    context->heads = {.heads = count,
                      .key_width = key_width,
                      .value_width = value_width,
                      .scale = 1.0F / std::sqrt(static_cast<float>(key_width))};
  };
  if (options.attention != model::RnnAttentionScore::dot) {
    stacks.state.add(attention.matrix("W_q.weight", size, size));
    context->keys = NormedProduct{of_memory("W_k"), {}};
  }
  if (has_heads) {
    heads(options.heads, size / options.heads);
    context->values = of_memory("W_v");
    const auto output = attention.matrix("W_o.weight", size, size);
    for (auto& weight : stacks.context.weights) weight = product(weight, output);
    context->output = stacks.context.packed(precision);
    return context;
  }
  context->values = stacks.context.packed(precision);
  heads(1, context->values.outputs());
  if (options.attention == model::RnnAttentionScore::additive)
    context->score = attention.matrix("w_v.weight", 1, size).copy();
  return context;
}

}  // namespace
}  // namespace regard::engine

namespace regard {

std::unique_ptr<engine::EngineModel> model::RnnAttentionRow::make_engine(
    const Options& options, const engine::WeightsToPack& from) {
  const int64_t readout = readout_size(options);
  engine::RnnWeights weights(options, from, readout);
  if (options.encoder == SourceReading::convolutional) {
    weights.encoder = engine::convolutional_encoder(options, from, weights);
  } else {
    weights.encoder = engine::recurrent_encoder(options, from, weights);
  }
  const bool has_heads = options.attention == RnnAttentionScore::multi_head;
  const int64_t size = (has_heads ? 1 : engine::directions(options)) * options.hidden_size;
  auto stacks = weights.stacks(options, from, {.size = size, .is_first = true});
  if (options.readout == Readout::paper) {
    engine::add_maxout(from.all.of("decoder.readout"), options, size, readout, stacks);
    weights.maxout_size = 2 * readout;
  }
  weights.context = engine::attended_context(options, from, stacks);
  weights.projects_query = options.attention != RnnAttentionScore::dot;
  weights.pack_stacks(stacks, from.precision);
  using Model = engine::EngineModelOf<engine::RnnWeights, engine::RnnSteps>;
  return std::make_unique<Model>(std::move(weights));
}

}  // namespace regard
