#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "architecture/conditional_gru_options.h"
#include "engine/activations.h"
#include "engine/attended_context.h"
#include "engine/kept_states.h"
#include "engine/normed_product.h"
#include "engine/source_reader.h"
#include "engine/steps.h"
#include "engine/transition_layer.h"

namespace regard::engine {

/// The weights of a ConditionalGru (model/conditional_gru.h), arranged for its steps. The context
/// only enters products with weights of the second cell and of the readout. These products are
/// computed once for each source token instead of once for each step.
struct ConditionalGruWeights {
  ConditionalGruWeights(const model::ConditionalGruOptions& its_options, const WeightsToPack& from);

  model::ConditionalGruOptions options;
  PackedMatrix output_layer;
  Matrix source_embedding, target_embedding;
  std::vector<TransitionLayerWeights> from_left, from_right;
  NormedProduct first;           ///< applied to the mean of the source states
  TransitionLayerWeights cells;  ///< cells of the decoder's first layer
  std::vector<TransitionLayerWeights> upper;
  NormedProduct query;
  AttendedContextWeights context;  ///< values: the second cell's gates, then the readout
  GateNorm context_gates, context_readout;
  NormedProduct token_readout, state_readout;

 private:
  void read_encoder(const WeightsToPack& from);
  void read_layers(const WeightsToPack& from);
  void read_attention(const WeightsToPack& from);
};

/// The forward pass of a ConditionalGru.
class ConditionalGruSteps final : public Steps {
 public:
  /// `slots`: maximum number of sentences in progress.
  ConditionalGruSteps(const ConditionalGruWeights& weights, int64_t slots);

  static int64_t bytes_of(const ConditionalGruWeights& weights, const SentenceSize& sentence);

  void read(std::span<const Source> sources, Team& team) override;
  void leave(int64_t slot) override;
  FloatRows step(std::span<const StepRow> rows, Team& team,
                 search::AttentionRows* attention) override;

 private:
  /// Runs a stack of the encoder; its top states become one half of the states in `encoded_`.
  void read_stack(const std::vector<TransitionLayerWeights>& layers, const SourceRows& sources,
                  bool from_right, Team& team);
  /// Runs the next layer, from layer_input_ to layer_states_.
  void read_layer(const TransitionLayerWeights& cells, const SourceRows& sources, bool backward,
                  Team& team);
  void embed(const SourceRows& sources);
  void start_decoder(const SourceRows& sources, Team& team);

  void load_states(std::span<const StepRow> rows);
  void keep_states(std::span<const StepRow> rows);
  /// Runs the decoder's first layer, including attention.
  void attend(std::span<const StepRow> rows, Team& team, search::AttentionRows* attention);
  /// Runs the other layers; top_ then has the input of the readout.
  void climb(int64_t count, Team& team);
  FloatRows readout(int64_t count, Team& team);

  const ConditionalGruWeights& weights_;
  KeptStates kept_;
  std::unique_ptr<Contexts> source_contexts_;
  TransitionStepper stepper_;
  Encoded encoded_;
  Activations layer_input_, layer_states_, running_, means_, first_;
  Activations embedded_, gates_, queries_, contexts_, top_, from_token_, from_state_;
  std::vector<Activations> states_;  // states of the decoder's layers
  ProductInput input_;
};

}  // namespace regard::engine
