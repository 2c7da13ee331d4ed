#pragma once
#include <cstddef>
#include <string_view>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::text {

/// The words between two equal marks: "these" of *these*, --these-- or ~~these~~. Words that are
/// only partly between marks stay as they are; so does a single letter, as in the option -x-.
inline std::string_view words_between_marks(std::string_view words) {
  if (words.empty() || !is_among(words[0], "*~-")) return words;
  const char mark = words[0];
  const size_t size = run_of(words, [&](char c) { return c == mark; });
  if (size > 2 || words.size() < 2 * size + 2) return words;
  const auto inside = words.substr(size, words.size() - 2 * size);
  const bool is_closed =
      words.ends_with(words.substr(0, size)) && inside.find(mark) == std::string_view::npos;
  const bool is_joined = is_letter(first_code_point(inside).value) && inside.back() != ' ';
  return is_closed && is_joined ? inside : words;
}

}  // namespace regard::text
