#pragma once
#include <vector>

#include "engine/activations.h"
#include "engine/rnn_weights.h"
#include "engine/steps.h"

namespace regard::engine {

/// The forward pass of a recurrent encoder-decoder with attention. Sentences that are read together
/// take a step of a recurrent layer together as long as they have tokens left. The decoder's states
/// are kept twice, for the step before and the next: a hypothesis reads the states of the one that
/// it continues and writes its own.
class RnnSteps final : public Steps {
 public:
  /// `places` sentences at a time, with at most `numbers` hypotheses each.
  RnnSteps(const RnnWeights& weights, int64_t places, int64_t numbers);

  void read(std::span<const Source> sources, Team& team) override;
  Rows<const float> step(std::span<const StepRow> rows, Team& team) override;

 private:
  struct Place {
    int64_t source_length = 0;
    AlignedVector<float> memory;  ///< (source, key and value)
    /// (step before or next, number, layer, hidden and cell)
    std::vector<float> states;
  };
  /// Hidden states and, of an LSTM, cells.
  struct State {
    Activations hidden, cell;
  };

  bool has_cells() const { return weights_.options.cell == "lstm"; }
  int64_t gates() const;
  /// Of a hypothesis, in one layer.
  int64_t state_size() const;
  /// Of a layer, before the step at `position`, of the hypothesis that has this number then.
  float* state_of(Place& place, int64_t position, int64_t number, int64_t layer);
  void resize(State& state, int64_t rows) const;
  /// The next state of a row.
  void step_cell(const float* input_gates, const float* hidden_gates, int64_t row,
                 State& state) const;
  /// A layer of the encoder in one direction, over sentences, the longest first, whose rows stand
  /// in input_rows_. Writes the states to states_ and the last ones to last_[number].
  void read_layer(size_t number, std::span<const Source> sources, bool backward, Team& team);
  void keep_memory(std::span<const Source> sources, Team& team);
  void start_decoder(std::span<const Source> sources, Team& team);
  void attend(const StepRow& row, const float* query, float* context);
  /// each(row, its index, layer)
  template <class Each>
  void for_each_state(std::span<const StepRow> rows, const Each& each) {
    for (size_t layer = 0; layer < layers_.size(); ++layer) {
      for (size_t index = 0; index < rows.size(); ++index) {
        each(rows[index], static_cast<int64_t>(index), static_cast<int64_t>(layer));
      }
    }
  }

  const RnnWeights& weights_;
  const Kernels& kernels_ = kernels();
  int64_t numbers_;
  std::vector<Place> places_;
  Activations input_rows_, states_, input_gates_, hidden_gates_, query_, keys_;
  std::vector<int64_t> first_rows_;  // of each sentence that is read
  std::vector<float> zeros_;
  std::vector<State> last_;    // of each layer and direction of the encoder
  std::vector<State> layers_;  // of each layer of the decoder
  ProductInput input_;
  std::vector<float> scores_;
  std::vector<const float*> keys_values_;
};

}  // namespace regard::engine
