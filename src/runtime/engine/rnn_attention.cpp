#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "architecture/architectures.h"
#include "engine/engine_model.h"
#include "engine/packed_memory.h"
#include "engine/rnn_steps.h"
#include "engine/rnn_weights.h"
#include "math/attention.h"
#include "regard/base/str.h"

namespace regard::engine {
namespace {

/// How the decoder attends. A missing matrix leaves its input unchanged.
struct AttendedContextWeights final : public ContextWeights {
  std::unique_ptr<Contexts> contexts(int64_t slots) const override;
  int64_t kept_numbers(int64_t source) const override {
    return source * (heads.keys() + heads.values());
  }

  math::AttentionHeads heads = {};
  std::vector<float> score;            ///< additive attention; else empty
  std::optional<PackedMatrix> keys;    ///< key projection of the memory
  PackedMatrix values;                 ///< value projection of the memory
  std::optional<PackedMatrix> output;  ///< projection of the attended values
  model::AlignmentSource alignment;
};

/// Keeps keys and values of each source token.
class AttendedContexts final : public Contexts {
 public:
  AttendedContexts(const AttendedContextWeights& weights, int64_t slots)
      : weights_(weights), slots_(static_cast<size_t>(slots)) {}

  void read(const SourceRows& sources, const Encoded& encoded, Team& team) override {
    const int64_t key_size = weights_.heads.keys(), value_size = weights_.heads.values();
    const Activations* keys = &encoded.states;
    if (weights_.keys) {
      keys_.resize(sources.rows(), key_size);
      weights_.keys->multiply(team, encoded.states.all(), input_, keys_);
      keys = &keys_;
    }
    values_.resize(sources.rows(), value_size);
    weights_.values.multiply(team, encoded.states.all(), input_, values_);
    for (int64_t sentence = 0; sentence < sources.count(); ++sentence) {
      auto& slot = slots_[static_cast<size_t>(sources.sentence(sentence).slot)];
      slot.source_length = sources.length(sentence);
      slot.memory.resize(static_cast<size_t>(weights_.kept_numbers(slot.source_length)));
      float* to = slot.memory.data();
      for (int64_t row = sources.first_row(sentence); row < sources.first_row(sentence + 1);
           ++row) {
        to = std::copy_n(keys->row(row), key_size, to);
        to = std::copy_n(values_.row(row), value_size, to);
      }
    }
  }

  void leave(int64_t slot) override {
    auto& memory = slots_[static_cast<size_t>(slot)].memory;
    if (memory.capacity() > kFloatsKept) memory = {};
  }

  void gather(std::span<const StepRow> rows, FloatRows queries, Team& team, Activations& contexts,
              search::AttentionRows* attention) override {
    auto& attended = weights_.output ? attended_ : contexts;
    attended.resize(queries.count, weights_.heads.values());
    if (attention != nullptr) attention->shifted = weights_.alignment.shifted;
    for (int64_t row = 0; row < queries.count; ++row) {
      attend(slots_[static_cast<size_t>(rows[static_cast<size_t>(row)].slot)],
             queries.data + row * queries.stride, attended.row(row));
      if (attention != nullptr) {
        attention->rows.push_back(keys_values_.attention_of(weights_.alignment.head));
      }
    }
    if (weights_.output) weights_.output->multiply(team, attended.all(), input_, contexts);
  }

 private:
  struct Slot {
    int64_t source_length = 0;
    AlignedVector<float> memory;  // (source, keys and values)
  };

  void attend(const Slot& slot, const float* query, float* attended) {
    auto heads = weights_.heads;
    if (!weights_.score.empty()) heads.additive = weights_.score.data();
    const int64_t size = heads.keys() + heads.values();
    keys_values_.gather(slot.source_length,
                        [&](int64_t position) { return slot.memory.data() + position * size; });
    keys_values_.attend(query, heads, attended);
  }

  const AttendedContextWeights& weights_;
  std::vector<Slot> slots_;
  Activations keys_, values_, attended_;
  ProductInput input_;
  KeysValues keys_values_;
};

std::unique_ptr<Contexts> AttendedContextWeights::contexts(int64_t slots) const {
  return std::make_unique<AttendedContexts>(*this, slots);
}

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

/// Takes the stack of the context, and adds the projection of the query to that of the state.
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
    context->keys = of_memory("W_k");
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
