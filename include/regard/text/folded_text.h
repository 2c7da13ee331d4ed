#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// Text in a form that does not depend on how it was typed: composed or decomposed letters, kinds
/// of spaces, apostrophes, quotes and hyphens, soft hyphens, zero-width characters, ligatures.
struct FoldedText {
  enum class Case { kept, ignored };

  FoldedText(std::string_view text, Case letters);

  std::u32string characters;
  /// The byte of the text that each character comes from; at the end, the size of the text.
  std::vector<size_t> bytes;

  /// Whether characters `begin` to `end` are whole words: no letter, mark or digit continues them.
  bool are_words(size_t begin, size_t end) const;
};

}  // namespace regard::text
