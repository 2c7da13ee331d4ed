#pragma once
#include <memory>
#include <vector>

#include "engine/activations.h"
#include "engine/context.h"
#include "engine/kept_states.h"
#include "engine/rnn_weights.h"
#include "engine/source_reader.h"
#include "engine/steps.h"

namespace regard::engine {

/// The forward pass of a recurrent encoder-decoder with any kind of context.
class RnnSteps final : public Steps {
 public:
  /// `slots`: maximum number of sentences in progress.
  RnnSteps(const RnnWeights& weights, int64_t slots);

  static int64_t bytes_of(const RnnWeights& weights, const SentenceSize& sentence);

  void read(std::span<const Source> sources, Team& team) override;
  void leave(int64_t slot) override;
  FloatRows step(std::span<const StepRow> rows, Team& team,
                 search::AttentionRows* attention) override;

 private:
  void start_decoder(const SourceRows& sources);
  void load_states(std::span<const StepRow> rows);
  void keep_states(std::span<const StepRow> rows);
  /// The queries of the rows: the top layer's states before the step, projected if the model
  /// projects them.
  FloatRows queries() const;
  /// Fills inputs_ with the contributions of embeddings and contexts to the first layer and the
  /// readout.
  void gather_inputs(std::span<const StepRow> rows, Team& team);
  FloatRows maxout();

  const RnnWeights& weights_;
  KeptStates kept_;
  std::unique_ptr<SourceReader> reader_;
  Encoded encoded_;
  std::unique_ptr<Contexts> source_contexts_;
  Activations embedded_, contexts_, inputs_;
  Activations from_state_, input_gates_, hidden_gates_, read_out_;
  std::vector<RecurrentStates> layers_;  // states of the decoder's layers
  RecurrentStepper stepper_;
  ProductInput input_;
};

}  // namespace regard::engine
