#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "regard/config/search_options.h"
#include "regard/text/tokenizer_pair.h"
#include "translate/batches.h"

namespace regard::translate {

/// So that a few very long lines don't meet in one batch: attention takes memory as the square.
inline constexpr size_t kMostTokensInBatch = 8192;

/// What is translated in one go: the lines that are not blank, and of one that has more tokens than
/// `options.longest_source` its clauses (text/clauses.h), which join_parts.h puts together again.
struct Sources {
  std::vector<Tokens> tokens;      ///< each ends in eos
  std::vector<std::string> texts;  ///< what they are of
  std::vector<size_t> lines;       ///< where each stands; the parts of a line follow one another
  std::vector<size_t> lengths;

  Sources(const text::TokenizerPair& tokenizers, std::span<const std::string> all,
          const config::SearchOptions& options);

  /// Whether a source is its line, or the first part of it.
  bool begins_line(size_t source) const {
    return source == 0 || lines[source - 1] != lines[source];
  }

  /// Numbers of sources in batches of like length, so many in each at most.
  std::vector<std::vector<size_t>> batches(int64_t sentences) const {
    return batches_of_like_length(lengths, static_cast<size_t>(sentences), kMostTokensInBatch);
  }
};

}  // namespace regard::translate
