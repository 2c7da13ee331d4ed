#include "regard/compare/words.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "regard/base/utf8.h"
#include "regard/metrics/unicode.h"

namespace regard::compare {
namespace {

utf8proc_category_t category(char32_t value) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(value));
}

bool is_letter(char32_t value) {
  const auto kind = category(value);
  return kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_ME;  // with marks
}
bool is_digit(char32_t value) { return category(value) == UTF8PROC_CATEGORY_ND; }
bool is_word_character(char32_t value) {
  const auto kind = category(value);
  return kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_NO;  // letters, marks, numbers
}
bool is_hyphen(char32_t value) { return value == U'-' || value == U'\u2010' || value == U'\u2011'; }
bool is_apostrophe(char32_t value) {
  return value == U'\'' || value == U'\u2019' || value == U'\u02BC';
}

struct Character {
  char32_t value;
  size_t begin;
};

/// With one of value 0 behind the last, so that every character has a next one.
std::vector<Character> characters_of(std::string_view text) {
  std::vector<Character> characters;
  for (size_t at = 0; at < text.size();) {
    const auto first = first_code_point(text.substr(at));
    const bool valid = first.length > 0;
    characters.push_back({valid ? first.value : U'\uFFFD', at});
    at += valid ? first.length : 1;
  }
  characters.push_back({0, text.size()});
  return characters;
}

/// The end of the word that begins at `at`.
size_t end_of_word(const std::vector<Character>& characters, size_t at) {
  for (++at; at + 1 < characters.size(); ++at) {
    const char32_t before = characters[at - 1].value, value = characters[at].value,
                   next = characters[at + 1].value;
    if (is_word_character(value)) {
      // U+02BC is a letter for Unicode, an apostrophe for us.
      if (is_apostrophe(value) && is_letter(next)) return at + 1;
      continue;
    }
    if (is_apostrophe(value) && is_letter(before) && is_letter(next)) return at + 1;
    const bool joins = (is_hyphen(value) && is_word_character(next)) ||
                       ((value == U'.' || value == U',') && is_digit(before) && is_digit(next));
    if (!joins) return at;
  }
  return at;
}

}  // namespace

std::vector<std::string_view> split_words(std::string_view text) {
  const auto characters = characters_of(text);
  std::vector<std::string_view> words;
  for (size_t at = 0; at + 1 < characters.size();) {
    if (metrics::is_white_space(characters[at].value)) {
      ++at;
      continue;
    }
    const size_t end =
        is_word_character(characters[at].value) ? end_of_word(characters, at) : at + 1;
    words.push_back(
        text.substr(characters[at].begin, characters[end].begin - characters[at].begin));
    at = end;
  }
  return words;
}

std::vector<std::string> lower_words(std::string_view text) {
  std::vector<std::string> words;
  for (const auto word : split_words(text)) words.push_back(metrics::lower(word));
  return words;
}

bool is_punctuation(std::string_view word) {
  return std::ranges::none_of(decode_utf8(word), is_word_character);
}

std::string without_accents(std::string_view text) {
  utf8proc_uint8_t* result = nullptr;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK);
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                 static_cast<utf8proc_ssize_t>(text.size()), &result, options);
  if (size < 0) return std::string(text);  // not UTF-8
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(result, &std::free);
  return {reinterpret_cast<const char*>(result), static_cast<size_t>(size)};
}

}  // namespace regard::compare
