#pragma once
#include <string>
#include <string_view>

namespace regard::text {

/// Whether the text is written in capitals: letters of several, nearly all of them capitals. A
/// single short word may be an abbreviation, so it does not count.
bool is_in_capitals(std::string_view text);

/// Unicode's simple upper and lower case of each character.
std::string in_capitals(std::string_view text);
std::string in_lower_case(std::string_view text);

/// The text with its first character in upper or lower case.
std::string with_capital(std::string_view text);
std::string with_small_letter(std::string_view text);

}  // namespace regard::text
