#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "regard/text/glossary.h"
#include "regard/translate/draw.h"

namespace regard::translate {

/// Requests beyond the options of search.
struct Wishes {
  /// The start of each line's translation; empty: no prefixes. One of several sentences belongs to
  /// several sentences of the line.
  std::vector<std::string> prefixes = {};
  /// Terms whose given translations must appear wherever a line contains them; Translation::unmet
  /// names the missing ones.
  const text::Glossary* glossary = nullptr;
  /// Words and phrases that translations keep unchanged, such as names (search.copy); at most
  /// limits::kKeptTexts.
  std::vector<std::string> keep = {};
  bool pieces = false;        ///< fill Candidate::pieces
  bool attention = false;     ///< fill Candidate::pieces and attention
  bool token_scores = false;  ///< fill Candidate::pieces and token_log_probs
  /// Instead of the n best, return N continuations of the prefix: the best translation for each of
  /// the most likely next tokens, without duplicate texts. 0: no alternatives.
  int64_t alternatives = 0;
  /// Instead of search, without the language model, and only with `pieces`.
  std::optional<Draw> draw = {};
};

}  // namespace regard::translate
