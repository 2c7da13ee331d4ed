#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/packed_matrix.h"
#include "engine/team.h"
#include "regard/search/sentence_search.h"

namespace regard::engine {

/// A source sentence and its place, which holds what is kept of it while it is translated.
struct Source {
  int64_t place;
  std::span<const int64_t> tokens;
};

/// A hypothesis that takes a step. The hypotheses of a sentence are numbered anew at every step:
/// `path[position]` is the number that it, or the one it continues, had at that position.
struct StepRow {
  int64_t place;     ///< of its sentence
  int64_t number;    ///< among the hypotheses of the sentence, below the beam size
  int64_t previous;  ///< token
  int64_t position;  ///< of that token; bos stands at 0
  const int32_t* path;
};

/// An architecture's forward pass for one thread or team: everything that changes while sentences
/// are translated. The weights are shared, and live elsewhere.
class Steps {
 public:
  virtual ~Steps() = default;

  /// Reads sentences, each into a place that is free or no longer needed.
  virtual void read(std::span<const Source> sources, Team& team) = 0;

  /// What the output layer reads, one row each; valid until the next call. `attention`, unless
  /// null, receives each row's attention over the source, the mean over the heads of the last
  /// layer. It stays empty for a model without attention.
  virtual FloatRows step(std::span<const StepRow> rows, Team& team,
                         std::vector<search::AttentionRow>* attention) = 0;
};

}  // namespace regard::engine
