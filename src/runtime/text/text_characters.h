#pragma once
#include <utf8proc.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "text/characters.h"

/// Classes of characters other than letters (word_character.h).
namespace regard::text {

struct Character {
  char32_t value = 0;
  size_t begin = 0;  ///< in bytes
  size_t end = 0;
};

/// Bytes that are not UTF-8 are U+FFFD each.
inline std::vector<Character> characters_of(std::string_view text) {
  std::vector<Character> characters;
  characters.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const auto [value, length] = first_code_point(text.substr(at));
    const size_t bytes = std::max<size_t>(length, 1);
    characters.push_back({length == 0 ? U'\uFFFD' : value, at, at + bytes});
    at += bytes;
  }
  return characters;
}

inline utf8proc_category_t category(char32_t value) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(value));
}

/// Unicode's ends of lines but \n and \r: vertical tab, form feed, NEL, U+2028, U+2029.
inline bool is_other_line_end(char32_t value) { return is_among(value, U"\v\f\u0085\u2028\u2029"); }

/// White space of any width, tabs and ends of lines.
inline bool is_unicode_space(char32_t value) {
  if (value < 0x80) return is_among(value, U" \t\n\r\v\f");
  return is_other_line_end(value) || category(value) == UTF8PROC_CATEGORY_ZS;
}

inline bool is_small(char32_t value) { return category(value) == UTF8PROC_CATEGORY_LL; }
inline bool is_digit(char32_t value) { return category(value) == UTF8PROC_CATEGORY_ND; }
inline bool is_capital(char32_t value) {
  return category(value) == UTF8PROC_CATEGORY_LU || category(value) == UTF8PROC_CATEGORY_LT;
}

/// Full stops and other ends of sentences in scripts that have no space behind them.
constexpr std::u32string_view kMarksWithoutSpace = U"\u3002\uFF01\uFF1F\uFF0E\uFF61";

inline bool ends_sentence(char32_t value) {
  return is_among(value, U".!?\u2026\u203D\u061F\u06D4\u0964\u0965\u0589\u1362\u17D4\u104B") ||
         is_among(value, kMarksWithoutSpace);
}
inline bool closes(char32_t value) { return is_among(value, U"\"'\u2019\u201D\u00BB\u203A)]}"); }
inline bool opens(char32_t value) {
  return is_among(value, U"\"'\u2018\u201C\u00AB\u2039([{\u2014\u2013-\u00BF\u00A1\u2022*");
}

/// An emoji, a pictograph, or a part of one: a joiner, a skin tone, a variation selector.
inline bool is_pictograph(char32_t value) {
  constexpr char32_t kFirst = 0x2190;  // earlier ones, such as ° and ©, belong to words
  if (value < kFirst) return value == 0x200D;
  if (value == 0xFE0F || value == 0x20E3) return true;
  if (value >= 0x1F3FB && value <= 0x1F3FF) return true;  // skin tones
  if (value >= 0xE0020 && value <= 0xE007F) return true;  // letters of flags
  return category(value) == UTF8PROC_CATEGORY_SO && value != U'\uFFFD' && value != U'\u2122';
}

/// A face, which stands behind what is said.
inline bool is_face(char32_t value) {
  return (value >= 0x1F600 && value <= 0x1F64F) || (value >= 0x1F910 && value <= 0x1F92F);
}

}  // namespace regard::text
