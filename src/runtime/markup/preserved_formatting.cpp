#include "markup/preserved_formatting.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/utf8.h"
#include "text/word_character.h"

namespace regard::serve {
namespace {

constexpr std::array<std::string_view, 4> kEndMarks = {".", "!", "?", "\u2026"};

char32_t upper(char32_t character) {
  return static_cast<char32_t>(utf8proc_toupper(static_cast<utf8proc_int32_t>(character)));
}

/// With the spaces that French has before it.
size_t size_of_end_mark(std::string_view text) {
  const auto bare = trimmed(text);
  for (const auto mark : kEndMarks) {
    if (!bare.ends_with(mark)) continue;
    size_t size = mark.size();
    for (const std::string_view space : {" ", "\u00A0", "\u202F"}) {
      if (bare.substr(0, bare.size() - size).ends_with(space)) return size + space.size();
    }
    return size;
  }
  return 0;
}

/// Position of the first letter; the size of the text if there is none.
size_t first_letter(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    const auto point = first_code_point(text.substr(at));
    if (point.length > 0 && text::is_letter(point.value)) return at;
    at += std::max<size_t>(point.length, 1);
  }
  return at;
}

std::string with_case_of(std::string_view source, const std::string& translation) {
  const size_t from = first_letter(source), to = first_letter(translation);
  if (from >= source.size() || to >= translation.size()) return translation;
  const char32_t like = first_code_point(source.substr(from)).value;
  const auto letter = first_code_point(std::string_view(translation).substr(to));
  const bool is_small = text::lower(like) == like && upper(like) != like;
  std::string changed = translation.substr(0, to);
  append_utf8(is_small ? text::lower(letter.value) : upper(letter.value), changed);
  return changed + translation.substr(to + letter.length);
}

}  // namespace

std::string with_formatting_of(std::string_view source, std::string translation) {
  const size_t in_source = size_of_end_mark(source), size = size_of_end_mark(translation);
  if (in_source == 0 && size > 0) {
    const size_t end = translation.find_last_not_of(kBlanks) + 1;
    translation.erase(end - size, size);
  } else if (in_source > 0 && size == 0 && !translation.empty()) {
    const auto bare = trimmed(source);
    translation.insert(translation.find_last_not_of(kBlanks) + 1,
                       bare.substr(bare.size() - in_source));
  }
  return with_case_of(source, translation);
}

}  // namespace regard::serve
