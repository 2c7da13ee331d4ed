#pragma once
#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/utf8.h"
#include "text/characters.h"
#include "text/word_character.h"

namespace regard::translate {

inline bool is_white_space(std::string_view character) {
  return text::is_blank(first_code_point(character).value);
}

/// Bytes of letters and digits at the beginning, and at the end, of a text.
inline size_t word_at_begin(std::string_view text) {
  size_t size = 0;
  while (size < text.size()) {
    const auto [value, length] = first_code_point(text.substr(size));
    if (length == 0 || !text::is_of_word(value)) break;
    size += length;
  }
  return size;
}
inline size_t word_at_end(std::string_view text) {
  size_t size = 0;
  while (size < text.size()) {
    const auto rest = text.substr(0, text.size() - size);
    const size_t length = last_character_size(rest);
    if (!text::is_of_word(first_code_point(rest.substr(rest.size() - length)).value)) break;
    size += length;
  }
  return size;
}

/// Whether a letter or digit is at the beginning, or at the end, of a text.
inline bool begins_with_word(std::string_view text) {
  const auto [value, length] = first_code_point(text);
  return length > 0 && text::is_of_word(value);
}
inline bool ends_with_word(std::string_view text) {
  if (text.empty()) return false;
  return begins_with_word(text.substr(text.size() - last_character_size(text)));
}

inline bool has_word_character(std::string_view text) {
  while (!text.empty()) {
    const auto [value, length] = first_code_point(text);
    if (length > 0 && text::is_of_word(value)) return true;
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return false;
}

/// Without the white space, of any width, at the beginning, or at the end.
inline std::string_view trimmed_begin(std::string_view text) {
  while (!text.empty() && is_white_space(text)) {
    text.remove_prefix(std::max<size_t>(first_code_point(text).length, 1));
  }
  return text;
}
inline std::string_view trimmed_end(std::string_view text) {
  while (!text.empty()) {
    const size_t length = last_character_size(text);
    if (!is_white_space(text.substr(text.size() - length))) break;
    text.remove_suffix(length);
  }
  return text;
}

/// Tags, character references, escapes and marks of Markdown, wikis and LaTeX, which may stand in
/// a word.
inline bool is_markup(std::string_view item) {
  if (item.empty()) return false;
  return text::is_among(item[0], "<\\&") || item == "[" || item == "}" || item.starts_with("](") ||
         item.starts_with("][") || item == "]]" || item == "[[" ||
         (item.starts_with("[[") && item.ends_with('|')) ||
         item.find_first_not_of(item[0] == '~'    ? "~"
                                : item[0] == '\'' ? "'"
                                                  : "*_") == std::string_view::npos;
}

}  // namespace regard::translate
