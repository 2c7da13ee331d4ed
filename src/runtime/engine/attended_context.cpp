#include "engine/attended_context.h"

#include <algorithm>

#include "engine/packed_memory.h"

namespace regard::engine {
namespace {

/// Stores keys and values of each source token.
class AttendedContexts final : public Contexts {
 public:
  AttendedContexts(const AttendedContextWeights& weights, int64_t slots)
      : weights_(weights), slots_(static_cast<size_t>(slots)) {}

  void read(const SourceRows& sources, const Encoded& encoded, Team& team) override {
    const int64_t key_size = weights_.heads.keys(), value_size = weights_.heads.values();
    const Activations* keys = &encoded.states;
    if (weights_.keys) {
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

}  // namespace

std::unique_ptr<Contexts> AttendedContextWeights::contexts(int64_t slots) const {
  return std::make_unique<AttendedContexts>(*this, slots);
}

}  // namespace regard::engine
