#include "documents/identifiers.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::documents {

bool is_identifier(std::string_view value) {
  const auto is_part = [](char c) { return is_ascii_letter(c) || is_ascii_digit(c); };
  const auto is_in_one = [](char c) { return c > ' ' && c <= '~'; };
  if (value.empty() || !std::ranges::all_of(value, is_in_one)) return false;
  if (std::ranges::any_of(value, is_ascii_digit)) return true;
  const bool has_capital = value[0] >= 'A' && value[0] <= 'Z';
  const std::string_view marks = has_capital ? "_:." : "_:.-/";
  for (size_t at = 0; at + 1 < value.size(); ++at) {
    if (text::is_among(value[at], marks) && is_part(value[at + 1])) return true;
  }
  return false;
}

}  // namespace regard::documents
