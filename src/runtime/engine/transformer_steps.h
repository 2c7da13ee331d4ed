#pragma once
#include <cstdint>
#include <vector>

#include "engine/activations.h"
#include "engine/packed_memory.h"
#include "engine/steps.h"
#include "engine/transformer_weights.h"

namespace regard::engine {

/// The forward pass of a Transformer. Sentences read together are not padded: their tokens are
/// consecutive rows, and only attention knows where a sentence ends. Keys and values of the decoder
/// are written once, under the position and the number that a hypothesis had then, and are found by
/// its path: nothing is copied when hypotheses are reordered.
class TransformerSteps final : public Steps {
 public:
  /// `slots` sentences at a time.
  TransformerSteps(const TransformerWeights& weights, int64_t slots);

  static int64_t bytes_of(const TransformerWeights& weights, const SentenceSize& sentence);

  void read(std::span<const Source> sources, Team& team) override;
  void leave(int64_t slot) override;
  FloatRows step(std::span<const StepRow> rows, Team& team,
                 search::AttentionRows* attention) override;

 private:
  /// State of a sentence.
  struct Slot {
    int64_t source_length = 0;
    int64_t numbers = 0;  // hypotheses that pages have room for
    /// Keys and values of the memory: (decoder layer, source, keys and values).
    UnsetVector<float> memory;
    /// Keys and values of the hypotheses, in pages of positions: (position in the page, number,
    /// layer, keys and values). An SSRU has one page of cells, in which new positions replace old
    /// ones.
    std::vector<UnsetVector<float>> pages;
  };

  void embed(const StackWeights& stack, int64_t row, int64_t token, int64_t position);
  void normalize(const NormWeights& norm, const Activations& x, Activations& y);
  /// x + sublayer(x), with the layer normalization before or after it. `sublayer` receives its
  /// input and adds its result to states_.
  template <class Sublayer>
  void around(const NormWeights& norm, const Sublayer& sublayer);
  void feed_forward(const FeedForwardWeights& weights, Team& team);
  void prepare_rows(int64_t rows);
  void encode(std::span<const Source> sources, int64_t rows, Team& team);
  void keep_memory(std::span<const Source> sources, FloatRows states, Team& team);
  math::AttentionHeads heads_of(const AttentionWeights& attention) const;
  void attend_within(std::span<const Source> sources, const AttentionWeights& attention);
  void attend_to_past(std::span<const StepRow> rows, int64_t layer);
  void read_past(std::span<const StepRow> rows, int64_t layer, Team& team);
  void recur(std::span<const StepRow> rows, int64_t layer);
  void attend_to_memory(std::span<const StepRow> rows, int64_t layer,
                        search::AttentionRows* attention);
  FloatRows result(const StackWeights& stack);

  float* cell(Slot& slot, int64_t position, int64_t number, int64_t layer);
  /// Numbers of a cell of the memory, and of the hypotheses.
  int64_t cell_size() const { return weights_.heads.keys() + weights_.heads.values(); }
  int64_t own_cell_size() const {
    return weights_.is_recurrent() ? weights_.options.d_model : cell_size();
  }
  size_t page_size(const Slot& slot) const;

  const TransformerWeights& weights_;
  std::vector<Slot> slots_;
  PositionTable::Rows positions_;
  int64_t rows_ = 0;
  Activations states_, normalized_, projected_, queries_, context_, hidden_, memory_;
  ProductInput input_;
  KeysValues keys_values_;
};

}  // namespace regard::engine
