#pragma once
#include <span>
#include <string>
#include <vector>

#include "compare/words.h"

namespace regard::compare {

struct SentenceKind {
  const char* name;       ///< "question", "negation", "numbers", "names"
  const char* sentences;  ///< those of the kind: "sentences with a negation"
};

/// All kinds, in the order in which they are shown.
std::span<const SentenceKind> sentence_kinds();

/// The names of the kinds to which an English or French sentence belongs, by simple signs:
/// question: it ends in a question mark; negation: not, never, ne, jamais, ...; numbers: digits, or
/// a number from two up in letters; names: a capital inside the sentence (none in a text without
/// capitals).
std::vector<std::string> kinds_of(const SplitLine& sentence);

}  // namespace regard::compare
