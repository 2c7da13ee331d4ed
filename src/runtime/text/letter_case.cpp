#include "text/letter_case.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>

#include "base/utf8.h"
#include "text/word_character.h"

namespace regard::text {
namespace {

using Case = utf8proc_int32_t (*)(utf8proc_int32_t);

std::string changed(std::string_view text, Case to) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const auto [value, length] = first_code_point(text.substr(at));
    if (length == 0) {
      result += text[at++];
      continue;
    }
    append_utf8(static_cast<char32_t>(to(static_cast<utf8proc_int32_t>(value))), result);
    at += length;
  }
  return result;
}

std::string with_changed_first(std::string_view text, Case to) {
  if (text.empty()) return {};
  const size_t length = std::max<size_t>(first_code_point(text).length, 1);
  return changed(text.substr(0, length), to).append(text.substr(length));
}

}  // namespace

bool is_in_capitals(std::string_view text) {
  constexpr int64_t kFewest = 4;           // letters
  constexpr int64_t kCapitalsOfSmall = 9;  // capitals for each small letter
  int64_t capitals = 0, small = 0;
  for (const char32_t c : decode_utf8(text)) {
    if (!is_letter(c)) continue;
    const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
    capitals += category == UTF8PROC_CATEGORY_LU ? 1 : 0;
    small += category == UTF8PROC_CATEGORY_LL ? 1 : 0;
  }
  return capitals >= kFewest && capitals >= kCapitalsOfSmall * small;
}

std::string in_capitals(std::string_view text) { return changed(text, utf8proc_toupper); }
std::string in_lower_case(std::string_view text) { return changed(text, utf8proc_tolower); }
std::string with_capital(std::string_view text) {
  return with_changed_first(text, utf8proc_toupper);
}
std::string with_small_letter(std::string_view text) {
  return with_changed_first(text, utf8proc_tolower);
}

}  // namespace regard::text
