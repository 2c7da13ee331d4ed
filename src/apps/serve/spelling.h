#pragma once
#include <string_view>

namespace regard::serve {

/// What a known word counts, where a group of letters counts 1 to 3.
inline constexpr int kKnownWord = 8;

/// Whether a word or two look English (above 0) or French (below 0): by a few hundred frequent
/// words, and by letters that stand together in one of the languages rather than in the other. 0:
/// they could be either. For texts in which no word of FunctionWords decides.
int looks_english(std::string_view text);

}  // namespace regard::serve
