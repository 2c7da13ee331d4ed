#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "regard/text/tokenizer_pair.h"
#include "translate/batches.h"

namespace regard::translate {

/// So that a few very long lines don't meet in one batch: attention takes memory as the square.
inline constexpr size_t kMostTokensInBatch = 8192;

/// The lines that are not blank, as tokens, and where each stands.
struct Sources {
  std::vector<Tokens> tokens;  ///< each ends in eos
  std::vector<size_t> lines;
  std::vector<size_t> lengths;

  Sources(const text::TokenizerPair& tokenizers, std::span<const std::string> all);

  /// Numbers of sources in batches of like length, so many in each at most.
  std::vector<std::vector<size_t>> batches(int64_t sentences) const {
    return batches_of_like_length(lengths, static_cast<size_t>(sentences), kMostTokensInBatch);
  }
};

}  // namespace regard::translate
