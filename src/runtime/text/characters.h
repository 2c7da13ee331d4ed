#pragma once
#include <utf8proc.h>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"

namespace regard::text {

inline bool is_among(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }
inline bool is_among(char32_t c, std::u32string_view set) {
  return set.find(c) != std::u32string_view::npos;
}

/// Whether a character is white space within a line, which includes typographic spaces.
constexpr bool is_blank(char32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xA0 || c == 0x2009 || c == 0x202F;
}

inline bool is_alphanumeric(char c) { return is_ascii_letter(c) || is_ascii_digit(c); }
inline bool is_identifier(char c) { return is_alphanumeric(c) || c == '_'; }

inline bool has_blank_line(std::string_view text) {
  return text.find("\n\n") != std::string_view::npos ||
         text.find("\n\r\n") != std::string_view::npos;
}

/// Number of leading bytes of `text` that satisfy `is`.
template <class Is>
size_t run_of(std::string_view text, Is is) {
  return static_cast<size_t>(std::ranges::find_if_not(text, is) - text.begin());
}

}  // namespace regard::text

/// Unicode characters and their classes.
namespace regard::text {

struct Character {
  char32_t value = 0;
  size_t begin = 0;  ///< byte offset in the text
  size_t end = 0;
};

/// The characters of a text. Each invalid byte becomes U+FFFD.
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

/// Whether `value` is a line end besides \n and \r: vertical tab, form feed, NEL, U+2028, U+2029.
inline bool is_other_line_end(char32_t value) { return is_among(value, U"\v\f\u0085\u2028\u2029"); }

/// Whether a character is white space of any width, including tabs and line ends.
inline bool is_unicode_space(char32_t value) {
  if (value < 0x80) return is_among(value, U" \t\n\r\v\f");
  return is_other_line_end(value) || category(value) == UTF8PROC_CATEGORY_ZS;
}

inline bool is_small(char32_t value) { return category(value) == UTF8PROC_CATEGORY_LL; }
inline bool is_digit(char32_t value) { return category(value) == UTF8PROC_CATEGORY_ND; }
inline bool is_capital(char32_t value) {
  return category(value) == UTF8PROC_CATEGORY_LU || category(value) == UTF8PROC_CATEGORY_LT;
}

/// Full stops and other sentence-final marks in scripts that put no space after them.
constexpr std::u32string_view kMarksWithoutSpace = U"\u3002\uFF01\uFF1F\uFF0E\uFF61";

inline bool ends_sentence(char32_t value) {
  return is_among(value, U".!?\u2026\u203D\u061F\u06D4\u0964\u0965\u0589\u1362\u17D4\u104B") ||
         is_among(value, kMarksWithoutSpace);
}
inline bool closes(char32_t value) { return is_among(value, U"\"'\u2019\u201D\u00BB\u203A)]}"); }
inline bool opens(char32_t value) {
  return is_among(value, U"\"'\u2018\u201C\u00AB\u2039([{\u2014\u2013-\u00BF\u00A1\u2022*");
}

/// Whether `value` is an emoji, a pictograph or part of one: joiner, skin tone, variation selector.
inline bool is_pictograph(char32_t value) {
  constexpr char32_t kFirst = 0x2190;  // earlier ones, such as ° and ©, count as part of words
  if (value < kFirst) return value == 0x200D;
  if (value == 0xFE0F || value == 0x20E3) return true;
  if (value >= 0x1F3FB && value <= 0x1F3FF) return true;  // skin tones
  if (value >= 0xE0020 && value <= 0xE007F) return true;  // tag letters of flags
  return category(value) == UTF8PROC_CATEGORY_SO && value != U'\uFFFD' && value != U'\u2122';
}

/// Whether a character is a face emoji, which usually ends a sentence.
inline bool is_face(char32_t value) {
  return (value >= 0x1F600 && value <= 0x1F64F) || (value >= 0x1F910 && value <= 0x1F92F);
}

/// Whether a character is a letter, a combining mark or a digit in any script.
bool is_of_word(char32_t character);

/// Whether a character is a letter in any script.
bool is_letter(char32_t character);

/// The lowercase form of a character (Unicode's simple mapping), or the character if it has none.
char32_t lower(char32_t character);
std::u32string lower(std::u32string text);

/// The text without invisible characters: soft hyphens, zero-width spaces, word joiners, byte order
/// marks, direction marks and isolates, and joiners outside emoji. Non-breaking hyphens become
/// plain ones.
std::string without_invisible(std::string_view text);

/// Whether the text writes apostrophes as \', as some string catalogs do.
bool escapes_apostrophes(std::string_view text);
std::string with_plain_apostrophes(std::string_view text);
std::string with_escaped_apostrophes(std::string_view text);

/// Whether the text is written in capitals: it has several letters, nearly all of them capitals. A
/// single short word does not count, because it may be an abbreviation.
bool is_in_capitals(std::string_view text);

/// The text with each character replaced by Unicode's simple uppercase or lowercase mapping of it.
std::string in_capitals(std::string_view text);
std::string in_lower_case(std::string_view text);

/// The text with its first character in uppercase or lowercase.
std::string with_capital(std::string_view text);
std::string with_small_letter(std::string_view text);

}  // namespace regard::text
