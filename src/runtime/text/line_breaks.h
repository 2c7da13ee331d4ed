#pragma once
#include <cstddef>
#include <string_view>

namespace regard::text {

/// Bytes of the ends of lines and paragraphs at the beginning of `text` that are written in other
/// characters than white space, with the blanks between them: <br>, </p>, \n and \t of two
/// characters, as files of strings have them; 0: there are none.
size_t written_break_size(std::string_view text);

/// Whether a text is such breaks and blanks alone.
bool is_written_break(std::string_view text);

}  // namespace regard::text
