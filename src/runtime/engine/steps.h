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

/// The output layers of the models of a search, and which of their tokens a sentence may use.
struct OutputLayers {
  std::vector<const PackedMatrix*> all;
  /// EngineOptions::vocabulary, and the matrices that it selects from; both empty: all tokens.
  const std::function<std::vector<int32_t>(std::span<const int64_t>)>& vocabulary;
  std::vector<const SelectableMatrix*> selectable;
};

/// A source sentence, how to search it, and its slot, which holds what is kept of it while it is
/// translated.
struct Source {
  int64_t slot;
  int64_t numbers;  ///< hypotheses that it has at most
  std::span<const int64_t> tokens;
  const search::Request* request;
  const search::SearchRules* rules;
};

/// A hypothesis that takes a step. The hypotheses of a sentence are renumbered at every step:
/// `path[position]` is the number that it, or the one it continues, had at that position.
struct StepRow {
  int64_t slot;      ///< slot of the sentence
  int64_t number;    ///< number among the sentence's hypotheses, below the beam size
  int64_t previous;  ///< token
  int64_t position;  ///< position of `previous`; bos stands at 0
  const int32_t* path;
  search::GroupedSearch::Row hypothesis;
  const search::SearchRules* rules;
};

/// How large a sentence may become.
struct SentenceSize {
  int64_t source;   ///< tokens
  int64_t numbers;  ///< hypotheses
  int64_t target;   ///< tokens of each
};

/// What a slot that is no longer needed may keep, for the next sentence.
inline constexpr size_t kFloatsKept = size_t{1} << 20U;

/// An architecture's forward pass for one thread or team: everything that changes while sentences
/// are translated. The weights are shared, and live elsewhere.
class Steps {
 public:
  virtual ~Steps() = default;

  /// Reads sentences, each into a slot that is free or no longer needed.
  virtual void read(std::span<const Source> sources, Team& team) = 0;
  /// A slot is no longer needed: gives back its memory, unless it is little.
  virtual void leave(int64_t slot) = 0;

  /// What the output layer reads, one row each; valid until the next call. `attention`, unless
  /// null, receives each row's attention over the source, at the model's AlignmentSource. It stays
  /// empty for a model without attention.
  virtual FloatRows step(std::span<const StepRow> rows, Team& team,
                         search::AttentionRows* attention) = 0;
};

/// Whether a sentence of the rows needs attention.
inline bool want_attention(std::span<const StepRow> rows) {
  return std::ranges::any_of(
      rows, [](const auto& row) { return row.hypothesis.search->wants_attention(); });
}

/// Result of a step.
struct NextStep {
  /// Continuations of each row; valid until the next step.
  std::span<std::vector<search::Continuation>> continuations;
  search::AttentionRows attention;  ///< attention of the rows, if requested
};

/// The models of a search, one or several with one vocabulary, as beam search sees them (Worker).
class Decoder {
 public:
  virtual ~Decoder() = default;

  /// Reads sentences, each into a slot that is free or no longer needed.
  virtual void read(std::span<const Source> sources, Team& team) = 0;
  /// A slot is no longer needed.
  virtual void leave(int64_t slot) = 0;
  /// What may follow each hypothesis. Those of a sentence are consecutive.
  virtual NextStep step(std::span<const StepRow> rows, Team& team) = 0;
};

}  // namespace regard::engine
