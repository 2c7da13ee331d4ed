#pragma once
#include <cstddef>
#include <string_view>

namespace regard::text {

/// Bytes of the name between marks that begins at `begin`: ~name~, %NAME%, ##name##, @name@,
/// *|name|*, <<name>>; 0: none.
size_t enclosed_name_size(std::string_view whole, size_t begin);

/// Bytes of the conversion of printf with the flag of a space, "% d", that begins at `begin`; 0:
/// none. Behind a number, % is a percentage: "100 % d'accord".
size_t spaced_conversion_size(std::string_view whole, size_t begin);

/// Bytes of the members of a variable at the beginning of `text`, which stands behind its name:
/// ->name, ['key']; 0: none.
size_t member_size(std::string_view text);

/// Bytes of an ending between parentheses that begins at `begin`, behind a word: message(s), as it
/// is in French, too; 0: none.
size_t plural_ending_size(std::string_view whole, size_t begin);

}  // namespace regard::text
