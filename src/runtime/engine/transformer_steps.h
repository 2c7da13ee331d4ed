#pragma once
#include <cstdint>
#include <vector>

#include "engine/activations.h"
#include "engine/packed_memory.h"
#include "engine/steps.h"
#include "engine/transformer_weights.h"

namespace regard::engine {

/// The forward pass of a Transformer. Sentences read together are not padded: their tokens form
/// consecutive rows, and only attention uses sentence boundaries. The decoder's keys and values are
/// written once, under the hypothesis's position and number at that time, and found through its
/// path: reordering hypotheses copies nothing.
class TransformerSteps final : public Steps {
 public:
  /// `slots`: maximum number of sentences in progress.
  TransformerSteps(const TransformerWeights& weights, int64_t slots);

  static int64_t bytes_of(const TransformerWeights& weights, const SentenceSize& sentence);

  void read(std::span<const Source> sources, Team& team) override;
  void leave(int64_t slot) override;
  FloatRows step(std::span<const StepRow> rows, Team& team,
                 search::AttentionRows* attention) override;

 private:
  /// The state of a sentence.
  struct Slot {
    int64_t source_length = 0;
    int64_t numbers = 0;  // hypotheses that fit into a page
    /// Keys and values of the memory: (decoder layer, source, keys and values).
    UnsetVector<float> memory;
    /// Keys and values of the hypotheses, in pages of positions: (position in the page, number,
    /// layer, keys and values). An SSRU has a single page of cells, in which new positions
    /// overwrite old positions.
    std::vector<UnsetVector<float>> pages;
  };

  void embed(const StackWeights& stack, int64_t row, int64_t token, int64_t position);
  void normalize(const NormWeights& norm, const Activations& x, Activations& y);
  /// x + sublayer(x), with layer normalization before or after. `sublayer` receives its input and
  /// adds its result to states_.
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
  /// Numbers per cell, for the memory and for the hypotheses.
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
