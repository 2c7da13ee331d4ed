#pragma once
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace regard::serve {

/// The smallest part of a text that a tag is never put into: letters and digits in a row, one
/// punctuation character, symbols in a row.
struct TextAtom {
  size_t begin, end;  ///< in bytes
  bool is_word;       ///< letters and digits
};

inline constexpr size_t kNoIndex = std::numeric_limits<size_t>::max();

std::vector<TextAtom> atoms_of(std::string_view text);

/// For each atom the word that it belongs to, or kNoIndex. `words` are words of the text in order;
/// a tokenizer may have normalized them, so one that is not in the text gets a share of the atoms
/// between its neighbours.
std::vector<size_t> words_of_atoms(std::string_view text, const std::vector<TextAtom>& atoms,
                                   const std::vector<std::string>& words);

}  // namespace regard::serve
