#include "markup/jsx.h"

#include <algorithm>

#include "base/utf8.h"

namespace regard::serve {
namespace {

constexpr size_t kLongestJsx = 4000;  // keeps the time linear for many unclosed braces

/// The position after the string whose opening quote is at `at`; the text's end if it is unclosed.
size_t behind_string(std::string_view text, size_t at, bool has_escapes) {
  const char quote = text[at++];
  for (; at < text.size() && text[at] != quote; ++at) {
    if (has_escapes && text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

}  // namespace

size_t jsx_expression_size(std::string_view text) {
  if (!text.starts_with('{')) return 0;
  text = text.substr(0, kLongestJsx);
  size_t depth = 0;
  for (size_t at = 0; at < text.size();) {
    // An apostrophe between letters is part of text in an element: <li>it's</li>.
    const bool is_in_word = at > 0 && is_ascii_letter(text[at - 1]);
    if (is_quote(text[at]) && !(text[at] == '\'' && is_in_word)) {
      at = behind_string(text, at, true);
      continue;
    }
    depth += text[at] == '{' ? 1 : 0;
    depth -= text[at] == '}' ? 1 : 0;
    ++at;
    if (depth == 0) return at;
  }
  return 0;
}

size_t jsx_tag_size(std::string_view text) {
  if (text.size() < 2 || text[0] != '<' || !is_ascii_letter(text[1])) return 0;
  text = text.substr(0, kLongestJsx);
  for (size_t at = 1; at < text.size();) {
    const char c = text[at];
    if (c == '>') return at + 1;
    if (c == '<') return 0;
    if (c == '"' || c == '\'') {
      at = behind_string(text, at, false);
    } else if (c == '{') {
      const size_t size = jsx_expression_size(text.substr(at));
      if (size == 0) return 0;
      at += size;
    } else {
      ++at;
    }
  }
  return 0;
}

}  // namespace regard::serve
