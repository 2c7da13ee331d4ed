#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace regard {

inline bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Letters beyond ASCII stay as they are, whatever the locale.
inline char lower_ascii(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
inline char upper_ascii(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
inline std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = lower_ascii(c);
  return lower;
}
inline std::string upper_ascii(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = upper_ascii(c);
  return upper;
}

/// The value of a hexadecimal digit; -1 for what is none.
inline int hexadecimal_value(char c) {
  if (is_ascii_digit(c)) return c - '0';
  const char lower = lower_ascii(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

inline constexpr auto kBlanks = " \t\r\n";

/// Without the blanks at its ends.
inline std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// The words between blanks.
inline int64_t words_in(std::string_view text) {
  int64_t words = 0;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    text.remove_prefix(std::min(text.find_first_of(kBlanks), text.size()));
    ++words;
  }
  return words;
}

}  // namespace regard
