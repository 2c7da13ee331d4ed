#include "base/printable.h"

#include <algorithm>

#include "base/utf8.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard {
namespace {

bool commands_a_terminal(char32_t c) {
  const bool is_control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool is_separator = c == 0x2028 || c == 0x2029;
  const bool is_direction = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  return is_control || is_separator || is_direction;
}

/// \x1B, \u202E
std::string escape(char32_t c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text = c < 0x100 ? "\\x" : "\\u";
  for (int shift = c < 0x100 ? 4 : 12; shift >= 0; shift -= 4) text += kDigits[(c >> shift) & 15U];
  return text;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const auto [value, length] = first_code_point(text.substr(at));
    if (length == 0) {
      result += escape(static_cast<unsigned char>(text[at]));
    } else if (commands_a_terminal(value)) {
      result += escape(value);
    } else {
      result += text.substr(at, length);
    }
    at += std::max<size_t>(length, 1);
  }
  return result;
}

std::string printable_line(std::string_view line) {
  constexpr size_t kHalf = limits::kMessageBytes / 2;
  if (line.size() <= 2 * kHalf) return escaped(line);
  size_t begin = kHalf, end = line.size() - kHalf;
  while (begin > 0 && continues_character(line[begin])) --begin;
  while (end < line.size() && continues_character(line[end])) ++end;
  return str(escaped(line.substr(0, begin)), " [... ", end - begin, " bytes ...] ",
             escaped(line.substr(end)));
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  for (size_t lines = 1;; ++lines) {
    const auto end = text.find('\n');
    result += printable_line(text.substr(0, end));
    if (end == std::string_view::npos) return result;
    result += '\n';
    text.remove_prefix(end + 1);
    if (lines == limits::kMessageLines) return result + "[... more lines ...]";
  }
}

std::string printable_result(std::string_view text) {
  std::string result;
  for (size_t end = 0; end < text.size();) {
    const auto begin = end;
    end = std::min(text.find_first_of("\n\t", begin), text.size());
    result += escaped(text.substr(begin, end - begin));
    if (end < text.size()) result += text[end++];
  }
  return result;
}

}  // namespace regard
