#pragma once
#include <string>

namespace regard::text {

/// Whether it is a letter, a mark of one, or a digit, of any script.
bool is_of_word(char32_t character);

/// Whether it is a letter of any script.
bool is_letter(char32_t character);

/// Unicode's simple lower case; other characters are unchanged.
char32_t lower(char32_t character);
std::u32string lower(std::u32string text);

}  // namespace regard::text
