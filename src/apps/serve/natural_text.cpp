#include "serve/languages.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "markup/html_text.h"
#include "text/copied_items.h"

namespace regard::serve {
namespace {

/// How many times `most` bytes are read: tags and links may take most of the bytes of a post.
constexpr size_t kMarkupShare = 8;

bool has_letter(std::string_view word) {
  return std::ranges::any_of(
      word, [](char c) { return is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80U; });
}

std::string without_markup(std::string_view text) {
  if (text.find_first_of("<&") == std::string_view::npos) return std::string(text);
  std::string plain;
  const HtmlText html{std::string(text)};
  for (const auto& segment : html.segments()) plain += segment + '\n';
  return plain;
}

/// Replaces text between two `mark`s with spaces, such as code between backticks.
void blank_between(std::string_view mark, std::string& text) {
  for (size_t begin = text.find(mark); begin != std::string::npos; begin = text.find(mark, begin)) {
    const size_t end = text.find(mark, begin + mark.size());
    if (end == std::string::npos) return;
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin),
              text.begin() + static_cast<std::ptrdiff_t>(end + mark.size()), ' ');
  }
}

void blank_copied_items(std::string& text) {
  for (const auto& [begin, end, is_number] : text::copied_items(text)) {
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin),
              text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  }
}

/// Whether a word is like "example.org": lowercase letters, digits and hyphens around dots.
bool is_name_with_dots(std::string_view word) {
  const size_t dot = word.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || word.size() - dot < 3) return false;
  return std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || is_ascii_digit(c) || c == '.' || c == '-';
  });
}

/// Whether a blank-separated word is not natural language.
bool is_no_word(std::string_view word) {
  if (!has_letter(word) || word[0] == '@' || word[0] == '#') return true;
  if (word.find("()") != std::string_view::npos) return true;
  const auto bare = word.substr(0, word.find_last_not_of(".,;:!?)\"'") + 1);
  constexpr std::string_view kOfCode[] = {"://", "@", "_", "{", "}", "=", "::", "->", "\\"};
  if (std::ranges::any_of(kOfCode, [&](auto mark) { return bare.find(mark) != bare.npos; })) {
    return true;
  }
  const auto name = bare.substr(0, bare.find('/'));
  return is_name_with_dots(name);
}

}  // namespace

std::string natural_text(std::string_view text, size_t most) {
  auto plain = without_markup(text.substr(0, kMarkupShare * most));
  plain.resize(std::min(plain.size(), most));
  for (const std::string_view mark : {"```", "`"}) blank_between(mark, plain);
  blank_copied_items(plain);
  std::string words;
  for (auto rest = trimmed(plain); !rest.empty(); rest = trimmed(rest)) {
    const auto word = rest.substr(0, rest.find_first_of(kBlanks));
    rest.remove_prefix(word.size());
    if (is_no_word(word)) continue;
    words += words.empty() ? "" : " ";
    words += word;
  }
  return words;
}

}  // namespace regard::serve
