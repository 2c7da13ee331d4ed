#include "text/option_columns.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::text {
namespace {

/// Whether a word is an option: -v, --verbose
bool is_option(std::string_view word) {
  const size_t dashes = run_of(word, [](char c) { return c == '-'; });
  return dashes > 0 && dashes < 3 && dashes < word.size() &&
         (is_alphanumeric(word[dashes]) || (dashes == 1 && is_among(word[dashes], "?#@")));
}

/// Whether a word may appear between options: FILE, <file>, [=WHEN], "|".
bool is_beside_option(std::string_view word) {
  return is_among(word[0], "<[{=|/") || std::ranges::none_of(word, [](char c) {
           return (c >= 'a' && c <= 'z') || continues_character(c);
         });
}

/// Whether a word is a command's name: add, remote-add
bool is_name(std::string_view word) {
  return is_ascii_letter(word[0]) &&
         std::ranges::all_of(word, [](char c) { return is_identifier(c) || c == '-'; });
}

}  // namespace

size_t option_column_size(std::string_view line) {
  const size_t lead = std::min(line.find_first_not_of(kBlanks), line.size());
  size_t at = lead, words = 0;
  bool has_option = false, has_name = false;
  while (at < line.size()) {
    const size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    const auto word = line.substr(at, end - at);
    has_option = has_option || (words == 0 && is_option(word));
    has_name = words == 0 && lead > 0 && is_name(word);
    const bool may_be = has_option ? is_option(word) || is_beside_option(word) : has_name;
    if (!may_be || (has_name && words > 0)) return 0;
    ++words;
    const size_t next = std::min(line.find_first_not_of(kBlanks, end), line.size());
    const auto gap = line.substr(end, next - end);
    if (next == line.size()) return has_option ? line.size() : 0;
    if (gap.size() > 1 || gap == "\t") return next;
    if (!has_option) return 0;
    at = next;
  }
  return 0;
}

}  // namespace regard::text
