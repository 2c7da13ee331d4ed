#pragma once
#include <optional>
#include <vector>

#include "documents/coded_text.h"

namespace regard::documents {

/// The access key mark of a label in a user interface: "&Open", "Save _As", "E&xit".
struct Mnemonic {
  char mark;    ///< & or _
  char letter;  ///< the letter after the mark, in lowercase
};

/// Removes the mark from a text that has exactly one, so that the model reads the whole word.
std::optional<Mnemonic> take_mnemonic(std::vector<TextPart>& parts);

/// Inserts the mark before its letter at the beginning of a word, otherwise before its letter
/// anywhere, otherwise before the first letter.
void put_mnemonic(const std::optional<Mnemonic>& mnemonic, std::vector<TextPart>& parts);

}  // namespace regard::documents
