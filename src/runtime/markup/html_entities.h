#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace regard::serve {

struct CharacterReference {
  size_t length = 0;       ///< in bytes, from '&'; 0 if there is no reference
  char32_t character = 0;  ///< 0 for a name that is not known
};

/// The character reference that `text` begins with: &eacute; &#233; &#xE9; and, as browsers have
/// it, without the semicolon where the name is an old one. The names are those of HTML 4, and
/// &apos;.
CharacterReference character_reference(std::string_view text);

/// Appends text with & < > as references.
void append_escaped(std::string_view text, std::string& html);

/// The same for the part of a text that `begin` and `size` give, but characters of `plain` stay as
/// they are where they cannot begin a tag or a reference.
void append_escaped(std::string_view text, size_t begin, size_t size, std::string_view plain,
                    std::string& html);

}  // namespace regard::serve
