#pragma once
#include <optional>
#include <vector>

#include "documents/coded_text.h"

namespace regard::documents {

/// The mark of the letter by which a key selects a text of a program: "&Open", "Save _As", "E&xit".
struct Mnemonic {
  char mark;    ///< & or _
  char letter;  ///< behind it, in small
};

/// Takes the mark off a text that has exactly one, so that a model reads the word.
std::optional<Mnemonic> take_mnemonic(std::vector<TextPart>& parts);

/// Puts it before its letter at the beginning of a word, else within one, else before the first
/// letter.
void put_mnemonic(const std::optional<Mnemonic>& mnemonic, std::vector<TextPart>& parts);

}  // namespace regard::documents
