#include "text/characters.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>

#include "base/utf8.h"

namespace regard::text {

bool is_letter(char32_t character) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(character))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
      return true;
    default:
      return false;
  }
}

bool is_of_word(char32_t character) {
  if (is_letter(character)) return true;
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(character))) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
      return true;
    default:
      return false;
  }
}

char32_t lower(char32_t character) {
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(character)));
}

std::u32string lower(std::u32string text) {
  for (auto& character : text) character = lower(character);
  return text;
}

namespace {

constexpr char32_t kNonJoiner = 0x200C, kJoiner = 0x200D;
/// All emoji have higher code points, as do arrows and a few other signs, which no joiner follows.
constexpr char32_t kFirstSymbol = 0x2000;

bool is_invisible(char32_t c) {
  return c == 0xAD || c == 0x200B || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x2064) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF ||
         c == 0x061C || c == 0x180E;
}

/// Whether an invisible character may begin with this byte.
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
    constexpr char32_t kHyphen = 0x2010, kNonBreakingHyphen = 0x2011;
    if (value == kHyphen || value == kNonBreakingHyphen) {
      visible += '-';
    } else if (length == 0 || !(is_invisible(value) || (joins && !is_of_emoji))) {
      visible.append(text, at, bytes);
      before = value;
    }
    at += bytes;
  }
  return visible;
}

bool escapes_apostrophes(std::string_view text) {
  return text.find("\\'") != std::string_view::npos;
}

std::string with_plain_apostrophes(std::string_view text) {
  std::string plain;
  for (size_t at = 0; at < text.size(); ++at) {
    if (!text.substr(at).starts_with("\\'")) plain += text[at];
  }
  return plain;
}

std::string with_escaped_apostrophes(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

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
  constexpr int64_t kFewest = 4;           // minimum number of letters
  constexpr int64_t kCapitalsOfSmall = 9;  // minimum number of capitals per small letter
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
