#pragma once
#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/ascii.h"

namespace regard::text {

inline bool is_among(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }
inline bool is_among(char32_t c, std::u32string_view set) {
  return set.find(c) != std::u32string_view::npos;
}

/// White space in a line, and the spaces that typesetters put before marks.
constexpr bool is_blank(char32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xA0 || c == 0x2009 || c == 0x202F;
}

inline bool is_alphanumeric(char c) { return is_ascii_letter(c) || is_ascii_digit(c); }
inline bool is_identifier(char c) { return is_alphanumeric(c) || c == '_'; }

inline bool has_blank_line(std::string_view text) {
  return text.find("\n\n") != std::string_view::npos ||
         text.find("\n\r\n") != std::string_view::npos;
}

/// Bytes at the beginning of `text` that satisfy `is`.
template <class Is>
size_t run_of(std::string_view text, Is is) {
  return static_cast<size_t>(std::ranges::find_if_not(text, is) - text.begin());
}

}  // namespace regard::text
