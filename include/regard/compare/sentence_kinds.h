#pragma once
#include <span>
#include <string>
#include <vector>

#include "regard/compare/split_text.h"

namespace regard::compare {

/// All kinds, in the order in which they are shown: "question", "negation", "numbers", "names".
std::span<const char* const> sentence_kinds();

/// Which of them an English or French sentence is, by simple signs:
/// question: it ends in a question mark; negation: not, never, ne, jamais, ...; numbers: digits, or
/// a number from two up in letters; names: a capital inside the sentence (of a text without
/// capitals none).
std::vector<std::string> kinds_of(const SplitLine& sentence);

}  // namespace regard::compare
