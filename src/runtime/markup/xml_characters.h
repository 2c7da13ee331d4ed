#pragma once
#include <cstddef>
#include <string_view>

namespace regard::serve {

/// Whether XML 1.0 has a character ("Char" of its grammar).
bool is_xml_character(char32_t c);

/// Bytes of the name at the beginning of UTF-8 text ("Name" of the grammar, fifth edition); 0 if
/// none begins there.
size_t xml_name_size(std::string_view text);

}  // namespace regard::serve
