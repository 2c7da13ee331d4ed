#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/log_probs.h"
#include "engine/steps.h"
#include "search/beam_search_options.h"
#include "search/grouped_search.h"
#include "search/request.h"

namespace regard::engine {

/// The tokens that may not come next where nothing but WholeWords and the minimum length forbids
/// any, in ascending order.
class ForbiddenTokens {
 public:
  ForbiddenTokens() = default;
  explicit ForbiddenTokens(const search::BeamSearchOptions& options);

  std::span<const int64_t> after(const search::GroupedSearch::Row& row) const;

  /// The positions in `tokens`, in ascending order, of those that are there.
  ForbiddenTokens among(std::span<const int32_t> tokens) const;

 private:
  std::vector<int64_t> always_;       // pad and bos
  std::vector<int64_t> too_early_;    // and eos, before the minimum length
  std::vector<int64_t> inside_word_;  // and WholeWords::boundaries
};

/// What the search of a sentence goes by. The sentences of a call share theirs; those translated
/// together may have different ones.
struct SearchRules {
  explicit SearchRules(const search::BeamSearchOptions& chosen)
      : options(chosen),
        forbidden(chosen),
        wanted(search::GroupedSearch::continuations_wanted(chosen)) {}

  search::BeamSearchOptions options;
  ForbiddenTokens forbidden;
  int64_t wanted;  ///< continuations of each hypothesis
};

/// From the states of a step to what may follow each hypothesis: by BestTokens where the best
/// tokens of one model are enough, else from the log-probabilities of all tokens. Which of them
/// depends on the sentence alone.
class NextTokens {
 public:
  /// `places`: sentences at a time.
  NextTokens(OutputLayers layers, int64_t places);

  /// Selects the tokens that a sentence may use, those that its request asks for among them.
  void begin(const Source& source, const search::Request& request, const SearchRules& rules);

  /// The hypotheses of a step: consecutive ones belong to one sentence.
  struct Row {
    search::GroupedSearch::Row hypothesis;
    int64_t place;  ///< of its sentence
    const SearchRules* rules;
  };
  /// `states` has those of each model. The result is valid until the next call.
  std::span<std::vector<search::Continuation>> after(std::span<const Row> rows,
                                                     std::span<const FloatRows> states, Team& team);

 private:
  /// The tokens that a sentence may use. The outputs of its matrices, and the tokens that may not
  /// come next, are positions in this list.
  struct Vocabulary {
    std::vector<int32_t> tokens;
    std::vector<PackedMatrix> outputs;  // of each model
    ForbiddenTokens forbidden;
  };
  /// Rows with one vocabulary; null: all tokens.
  struct Block {
    const Vocabulary* vocabulary = nullptr;
    std::vector<size_t> rows = {};
  };

  bool needs_log_probs(const Row& row) const;
  const PackedMatrix& output(const Block& block, size_t model) const;
  FloatRows states_of(std::span<const size_t> rows, FloatRows states);
  void find_best(const Block& block, std::span<const Row> rows, FloatRows states, Team& team);
  void choose_among_all(const Block& block, std::span<const Row> rows,
                        std::span<const FloatRows> states, Team& team);
  std::span<float> of_all_tokens(const Block& block, float* log_probs);

  OutputLayers layers_;
  BestTokens best_tokens_;
  LogProbs log_probs_;
  std::vector<Vocabulary> vocabularies_;  // of each place, where the layers are selectable
  Activations gathered_;                  // states of a block
  std::vector<Activations> of_models_;    // log-probabilities of some rows
  std::vector<float> row_;                // of all tokens
  std::vector<std::vector<search::Continuation>> continuations_;
};

}  // namespace regard::engine
