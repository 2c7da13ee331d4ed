#include "text/items.h"

#include <algorithm>
#include <string>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::text {
namespace {

/// Size of <<name>> or <<first name>>
size_t doubled_angles_size(std::string_view text) {
  if (!text.starts_with("<<")) return 0;
  const auto rest = text.substr(2);
  const size_t inside = run_of(rest, [](char c) { return is_identifier(c) || is_among(c, " .-"); });
  if (inside == 0 || rest[0] == ' ' || rest[inside - 1] == ' ') return 0;
  return rest.substr(inside).starts_with(">>") ? inside + 4 : 0;
}

}  // namespace

size_t enclosed_name_size(std::string_view whole, size_t begin) {
  constexpr size_t kMostMarks = 3;
  const auto text = whole.substr(begin);
  const char mark = text[0];
  if (mark == '<') return doubled_angles_size(text);
  if (!is_among(mark, "~%#@*:$")) return 0;
  if (begin > 0 && (is_identifier(whole[begin - 1]) || whole[begin - 1] == mark)) return 0;
  size_t marks = run_of(text, [mark](char c) { return c == mark; });
  if (mark == '*' ? marks != 1 || !text.substr(1).starts_with('|') : marks > kMostMarks) return 0;
  if (is_among(mark, ":$") && marks != 2) return 0;
  if (mark == '*') ++marks;
  const auto rest = text.substr(marks);
  const size_t name = run_of(rest, is_identifier);
  if (name == 0 || (mark != '~' && (name == 1 || is_ascii_digit(rest[0])))) return 0;
  auto end = std::string(text.substr(0, marks));
  std::ranges::reverse(end);
  const auto behind = rest.substr(name);
  if (!behind.starts_with(end)) return 0;
  const size_t size = marks + name + marks;
  const bool goes_on = size < text.size() && (is_identifier(text[size]) || text[size] == mark);
  return goes_on ? 0 : size;
}

size_t spaced_conversion_size(std::string_view whole, size_t begin) {
  constexpr size_t kSize = 3;
  const auto text = whole.substr(begin);
  if (text.size() < kSize || !is_among(text[2], "dfis")) return 0;
  if (text.size() > kSize) {
    const char next = text[kSize];
    const bool goes_on = is_identifier(next) || static_cast<unsigned char>(next) >= 0x80U;
    if (goes_on || next == '\'') return 0;
  }
  const auto before = whole.substr(0, begin);
  const size_t last = before.find_last_not_of(" \u00A0\u202F");  // no digit contains their bytes
  return last != std::string_view::npos && is_ascii_digit(before[last]) ? 0 : kSize;
}

size_t member_size(std::string_view text) {
  size_t at = 0;
  while (true) {
    const auto rest = text.substr(at);
    const size_t name = rest.starts_with("->") ? run_of(rest.substr(2), is_identifier) : 0;
    const bool is_key = rest.starts_with("['") || rest.starts_with("[\"");
    const size_t key = is_key ? run_of(rest.substr(2), is_identifier) : 0;
    const bool closes = key > 0 && rest.substr(2 + key).starts_with(rest[1] == '"' ? "\"]" : "']");
    if (name == 0 && !closes) return at;
    at += name > 0 ? name + 2 : key + 4;
  }
}

size_t plural_ending_size(std::string_view whole, size_t begin) {
  if (begin == 0 || !is_ascii_letter(whole[begin - 1])) return 0;
  for (const std::string_view ending : {"(s)", "(es)", "(e)"}) {
    if (!whole.substr(begin).starts_with(ending)) continue;
    const size_t end = begin + ending.size();
    return end < whole.size() && is_identifier(whole[end]) ? 0 : ending.size();
  }
  return 0;
}

}  // namespace regard::text
