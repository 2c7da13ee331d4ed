#include "text/invisible.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/word_character.h"

namespace regard::text {
namespace {

constexpr char32_t kNonJoiner = 0x200C, kJoiner = 0x200D;
/// Emoji stand above them, apart from arrows and a few signs, which joiners do not follow.
constexpr char32_t kFirstSymbol = 0x2000;

bool is_invisible(char32_t c) {
  return c == 0xAD || c == 0x200B || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x2064) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF ||
         c == 0x061C || c == 0x180E;
}

/// The bytes that each of them begins with.
bool may_begin_invisible(char c) {
  return c == '\xC2' || c == '\xE2' || c == '\xEF' || c == '\xD8' || c == '\xE1';
}

}  // namespace

std::string without_invisible(std::string_view text) {
  if (std::ranges::none_of(text, may_begin_invisible)) return std::string(text);
  std::string visible;
  char32_t before = 0;
  for (size_t at = 0; at < text.size();) {
    const auto [value, length] = first_code_point(text.substr(at));
    const size_t bytes = std::max<size_t>(length, 1);
    const bool joins = value == kJoiner || value == kNonJoiner;
    const bool is_of_emoji = joins && before >= kFirstSymbol && !is_letter(before);
    if (length == 0 || !(is_invisible(value) || (joins && !is_of_emoji))) {
      visible.append(text, at, bytes);
      before = value;
    }
    at += bytes;
  }
  return visible;
}

}  // namespace regard::text
