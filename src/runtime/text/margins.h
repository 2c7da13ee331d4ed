#pragma once
#include <cstddef>
#include <span>
#include <string_view>

#include "text/text_characters.h"

namespace regard::text {

/// The words of a line or of a sentence, and what stands beside them without being said.
struct Margins {
  /// White space, marks of lists, quotations, headings and tables, emoji.
  std::string_view before;
  std::string_view words;   ///< empty if there is no letter; then `before` is all of it
  std::string_view behind;  ///< white space, emoji, emoticons, marks of footnotes
};

Margins margins_of(std::string_view text);

/// Characters of the emoticon that begins at `at`, such as :-) or <3, and ends before white space,
/// or at the end; 0: there is none.
size_t emoticon_size(std::span<const Character> characters, size_t at);

/// Characters of the marks of footnotes that begin at `at`: [1], [a], [note 2], ², †; 0: none.
size_t footnotes_size(std::span<const Character> characters, size_t at);

/// Characters of the mark of a list's item that begins at `at` and ends before white space: 1. 2)
/// (3) 1.2. a) IV. [x]; 0: there is none.
size_t item_mark_size(std::span<const Character> characters, size_t at);

}  // namespace regard::text
