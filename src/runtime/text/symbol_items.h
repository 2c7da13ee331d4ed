#pragma once
#include <cstddef>
#include <string_view>

namespace regard::text {

/// Bytes of the emoji, symbols (stars, arrows, ©), bullets and superscript digits at the beginning
/// of `text`, with what belongs to emoji; 0: none.
size_t symbols_size(std::string_view text);

/// Bytes of the emoticon, such as :-), or of the word of ASCII symbols at the beginning of `text`,
/// which stands behind white space; 0: none.
size_t emoticon_size(std::string_view text);

/// Bytes of the mark of a list item at the beginning of `text`: "-", "*", "1.", "2)", "a)"; 0:
/// none.
size_t list_mark_size(std::string_view text);

}  // namespace regard::text
