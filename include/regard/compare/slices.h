#pragma once
#include <string>
#include <vector>

#include "regard/compare/breakdown.h"
#include "regard/compare/split_text.h"
#include "regard/compare/word_counts.h"

/// Sentences in parts, each part by the indices of its sentences in order.
namespace regard::compare {

/// By the number of words: 1–5, 6–10, 11–15, 16–20, 21–30, 31–50, 51+, without empty parts at
/// either end.
std::vector<SliceMembers> slices_by_length(const SplitText& lines);

/// By the frequency in training of each line's rarest word, punctuation left out: from "unseen" up.
std::vector<SliceMembers> slices_by_rarest_word(const SplitText& lines,
                                                const WordCounts& frequencies);

/// By kind (sentence_kinds.h); a sentence is in the slice of each of its kinds, and in "none of
/// these" where it has none.
std::vector<SliceMembers> slices_by_kind(const std::vector<std::vector<std::string>>& kinds);

}  // namespace regard::compare
