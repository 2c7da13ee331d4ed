#include "engine/fixed_context.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "architecture/architectures.h"
#include "engine/rnn_steps.h"
#include "engine/rnn_weights.h"

namespace regard::engine {
namespace {

struct FixedContextWeights final : public ContextWeights {
  FixedContextWeights(SentenceContexts of_sentences, PackedMatrix its_weights)
      : vectors(of_sentences), weights(std::move(its_weights)) {}

  std::unique_ptr<Contexts> contexts(int64_t slots) const override;
  int64_t kept_numbers(int64_t /*source*/) const override { return weights.outputs(); }

  SentenceContexts vectors;
  PackedMatrix weights;  ///< applied to the contexts; outputs like those of RnnWeights::embedding
};

/// Stores one vector for each sentence.
class FixedContexts final : public Contexts {
 public:
  FixedContexts(const FixedContextWeights& weights, int64_t slots)
      : weights_(weights), slots_(static_cast<size_t>(slots)) {}

  void read(const SourceRows& sources, const Encoded& encoded, Team& team) override {
    const int64_t size = weights_.weights.outputs();
    products_.resize(sources.count(), size);
    const auto& contexts = weights_.vectors(sources, encoded, weights_.weights.inputs(), room_);
    weights_.weights.multiply(team, contexts.all(), input_, products_);
    for (int64_t sentence = 0; sentence < sources.count(); ++sentence) {
      const float* from = products_.row(sentence);
      slots_[static_cast<size_t>(sources.sentence(sentence).slot)].assign(from, from + size);
    }
  }

  void leave(int64_t slot) override {
    auto& kept = slots_[static_cast<size_t>(slot)];
    if (kept.capacity() > kFloatsKept) kept = {};
  }

  void gather(std::span<const StepRow> rows, FloatRows queries, Team& /*team*/,
              Activations& contexts, search::AttentionRows* /*attention*/) override {
    for (int64_t row = 0; row < queries.count; ++row) {
      const int64_t slot = rows[static_cast<size_t>(row)].slot;
      std::ranges::copy(slots_[static_cast<size_t>(slot)], contexts.row(row));
    }
  }

 private:
  const FixedContextWeights& weights_;
  std::vector<AlignedVector<float>> slots_;
  Activations room_, products_;
  ProductInput input_;
};

std::unique_ptr<Contexts> FixedContextWeights::contexts(int64_t slots) const {
  return std::make_unique<FixedContexts>(*this, slots);
}

/// The initial state of the decoder's top layer.
const Activations& first_top_state(const SourceRows& /*sources*/, const Encoded& encoded,
                                   int64_t /*size*/, Activations& /*room*/) {
  return encoded.first.back().hidden;
}

}  // namespace

std::unique_ptr<EngineModel> make_engine_with_fixed_context(const model::RnnOptions& options,
                                                            const WeightsToPack& from, int64_t size,
                                                            SentenceContexts contexts) {
  RnnWeights weights(options, from, options.hidden_size);
  weights.encoder = recurrent_encoder(options, from, weights);
  const auto stacks = weights.stacks(options, from, {.size = size, .is_first = false});
  weights.context =
      std::make_unique<FixedContextWeights>(contexts, stacks.context.packed(from.precision));
  weights.pack_stacks(stacks, from.precision);
  return std::make_unique<EngineModelOf<RnnWeights, RnnSteps>>(std::move(weights));
}

}  // namespace regard::engine

namespace regard {

std::unique_ptr<engine::EngineModel> model::RnnContextRow::make_engine(
    const Options& options, const engine::WeightsToPack& from) {
  return engine::make_engine_with_fixed_context(options, from, options.hidden_size,
                                                engine::first_top_state);
}

}  // namespace regard
