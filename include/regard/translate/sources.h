#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "regard/config/search_options.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::translate {

using Tokens = std::vector<int64_t>;

/// The tokens of each line, ending with eos.
std::vector<Tokens> encode_sources(const text::TokenizerPair& tokenizers,
                                   std::span<const std::string> lines);
std::vector<Tokens> encode_targets(const text::TokenizerPair& tokenizers,
                                   std::span<const std::string> lines);

/// Where options.longest_source is 0: tokens of a line that are translated in one go. Far beyond
/// the sentences of a training text, search would write nonsense for minutes.
inline constexpr size_t kLongestSource = 1024;

/// Text to translate, each line normalised and tokenized once: the lines that are not blank, and of
/// one that has more tokens than `options.longest_source` its clauses (text/clauses.h), which
/// join_parts.h puts together again.
struct Sources {
  size_t line_count = 0;
  std::vector<Tokens> tokens;      ///< each ends in eos
  std::vector<std::string> texts;  ///< what they are of
  std::vector<size_t> lines;       ///< where each stands; the parts of a line follow one another

  /// `encoded` has the tokens of the lines where the caller has them already, or none.
  Sources(const text::TokenizerPair& tokenizers, std::span<const std::string> all,
          const config::SearchOptions& options = {}, std::span<const Tokens> encoded = {});

  /// Whether a source is its line, or the first part of it.
  bool begins_line(size_t source) const {
    return source == 0 || lines[source - 1] != lines[source];
  }
};

}  // namespace regard::translate
