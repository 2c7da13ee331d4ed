#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/log_probs.h"
#include "engine/steps.h"
#include "search/allowed_tokens.h"
#include "search/sentence_search.h"

namespace regard::engine {

/// Decodes with models on plain arrays. Continuations of a hypothesis come from BestTokens if the
/// best tokens of a single model are enough, and otherwise from the log-probabilities of all
/// tokens. The choice depends only on the sentence.
class EngineDecoder final : public Decoder {
 public:
  /// `slots`: maximum number of sentences in progress.
  EngineDecoder(std::vector<std::unique_ptr<Steps>> models, OutputLayers layers, int64_t slots);

  void read(std::span<const Source> sources, Team& team) override;
  void leave(int64_t slot) override;
  NextStep step(std::span<const StepRow> rows, Team& team) override;

 private:
  /// The tokens that a sentence may use. Outputs of `outputs` and forbidden tokens are indexes into
  /// `tokens`.
  struct Vocabulary {
    std::vector<int32_t> tokens;
    std::vector<PackedMatrix> outputs;  // output layer of each model
    search::ForbiddenTokens forbidden;
  };
  /// Rows that share a vocabulary; null: all tokens.
  struct Block {
    const Vocabulary* vocabulary = nullptr;
    std::vector<size_t> rows = {};
  };

  void select_tokens(const Source& source);
  search::AttentionRows take_steps(std::span<const StepRow> rows, Team& team);
  void choose(std::span<const StepRow> rows, Team& team);
  bool needs_log_probs(const StepRow& row) const;
  const PackedMatrix& output(const Block& block, size_t model) const;
  FloatRows states_of(std::span<const size_t> rows, FloatRows states);
  void find_best(const Block& block, std::span<const StepRow> rows, Team& team);
  void choose_among_all(const Block& block, std::span<const StepRow> rows, Team& team);
  std::span<float> of_all_tokens(const Block& block, float* log_probs);

  std::vector<std::unique_ptr<Steps>> models_;
  std::vector<FloatRows> states_;  // decoder states of the step, by model
  OutputLayers layers_;
  BestTokens best_tokens_;
  LogProbs log_probs_;
  std::vector<Vocabulary> vocabularies_;  // one for each slot, if the output layers are selectable
  Activations gathered_;                  // states of a block
  std::vector<Activations> of_models_;    // log-probabilities of some rows
  std::vector<float> row_;                // log-probabilities of all tokens
  std::vector<std::vector<search::Continuation>> continuations_;
};

}  // namespace regard::engine
