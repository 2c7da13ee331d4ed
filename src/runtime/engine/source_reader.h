#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/activations.h"
#include "engine/recurrent_cell.h"
#include "engine/steps.h"
#include "engine/team.h"

namespace regard::engine {

/// Sentences read together, the longest first. Their tokens are concatenated rows.
class SourceRows {
 public:
  explicit SourceRows(std::span<const Source> sources);

  const std::vector<Source>& sentences() const { return sentences_; }
  const Source& sentence(int64_t number) const { return sentences_[static_cast<size_t>(number)]; }
  int64_t count() const { return static_cast<int64_t>(sentences_.size()); }
  int64_t rows() const { return first_rows_.back(); }
  int64_t first_row(int64_t sentence) const { return first_rows_[static_cast<size_t>(sentence)]; }
  int64_t length(int64_t sentence) const { return first_row(sentence + 1) - first_row(sentence); }

 private:
  std::vector<Source> sentences_;
  std::vector<int64_t> first_rows_;  // of each sentence, and the end
};

/// The encoder's results for sentences.
struct Encoded {
  Activations states;  ///< of each token
  std::vector<RecurrentStates>
      first;  ///< initial state of each layer of the decoder, for each sentence
};

/// The encoder of a recurrent decoder, for one thread or team.
class SourceReader {
 public:
  virtual ~SourceReader() = default;
  virtual void read(const SourceRows& sources, Team& team, Encoded& encoded) = 0;
};

}  // namespace regard::engine
