#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/packed_matrix.h"
#include "engine/team.h"
#include "search/allowed_tokens.h"
#include "search/grouped_search.h"
#include "search/request.h"

namespace regard::engine {

/// The output layers of the models in a search, and the tokens that a sentence may use.
struct OutputLayers {
  std::vector<const PackedMatrix*> all;
  /// EngineOptions::vocabulary, and the matrices from which it selects; both empty: all tokens.
  const std::function<std::vector<int32_t>(std::span<const int64_t>)>& vocabulary;
  std::vector<const SelectableMatrix*> selectable;
};

/// A source sentence, its search settings, and the slot that holds its state.
struct Source {
  int64_t slot;
  int64_t numbers;  ///< maximum number of hypotheses
  std::span<const int64_t> tokens;
  const search::Request* request;
  const search::SearchRules* rules;
};

/// A hypothesis in a step. The hypotheses of a sentence are renumbered at every step:
/// `path[position]` is the number that the hypothesis or its ancestor had at that position.
struct StepRow {
  int64_t slot;      ///< slot of the sentence
  int64_t number;    ///< index among the sentence's hypotheses, below the beam size
  int64_t previous;  ///< previous token
  int64_t position;  ///< position of `previous`; bos is at 0
  const int32_t* path;
  search::GroupedSearch::Row hypothesis;
  const search::SearchRules* rules;
};

/// The maximum size of a sentence.
struct SentenceSize {
  int64_t source;   ///< tokens
  int64_t numbers;  ///< hypotheses
  int64_t target;   ///< tokens of each hypothesis
};

/// Memory, in floats, that a free slot may keep for its next sentence.
inline constexpr size_t kFloatsKept = size_t{1} << 20U;

/// An architecture's forward pass for one thread or team: all the state that changes during
/// translation. The weights are shared and stored elsewhere.
class Steps {
 public:
  virtual ~Steps() = default;

  /// Reads sentences, each into a free slot.
  virtual void read(std::span<const Source> sources, Team& team) = 0;
  /// Frees a slot, and also its memory unless it is small.
  virtual void leave(int64_t slot) = 0;

  /// Returns the input of the output layer, a row for each of `rows`; valid until the next call.
  /// `attention`, unless null, receives each row's attention over the source at the model's
  /// AlignmentSource. It stays empty for a model without attention.
  virtual FloatRows step(std::span<const StepRow> rows, Team& team,
                         search::AttentionRows* attention) = 0;
};

/// Whether any of the rows needs attention.
inline bool want_attention(std::span<const StepRow> rows) {
  return std::ranges::any_of(
      rows, [](const auto& row) { return row.hypothesis.search->wants_attention(); });
}

/// The result of a step.
struct NextStep {
  /// Continuations of each row; valid until the next step.
  std::span<std::vector<search::Continuation>> continuations;
  search::AttentionRows attention;  ///< attention of the rows, if requested
};

/// The models of a search, one or several with the same vocabulary, behind the interface that the
/// beam search (Worker) uses.
class Decoder {
 public:
  virtual ~Decoder() = default;

  /// Reads sentences, each into a free slot.
  virtual void read(std::span<const Source> sources, Team& team) = 0;
  /// Frees a slot.
  virtual void leave(int64_t slot) = 0;
  /// Computes the continuations of each hypothesis. Rows of a sentence must be consecutive.
  virtual NextStep step(std::span<const StepRow> rows, Team& team) = 0;
};

}  // namespace regard::engine
