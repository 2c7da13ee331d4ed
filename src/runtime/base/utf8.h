#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace regard {

inline bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Changes only ASCII letters, regardless of the locale.
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

/// The value of a hexadecimal digit; -1 for any other character.
inline int hexadecimal_value(char c) {
  if (is_ascii_digit(c)) return c - '0';
  const char lower = lower_ascii(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

inline constexpr auto kBlanks = " \t\r\n";

/// The text without leading and trailing blanks.
inline std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// The number of words, separated by blanks.
inline int64_t words_in(std::string_view text) {
  int64_t words = 0;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    text.remove_prefix(std::min(text.find_first_of(kBlanks), text.size()));
    ++words;
  }
  return words;
}

}  // namespace regard

/// UTF-8 according to RFC 3629: no surrogates, no overlong forms, at most U+10FFFF.
namespace regard {

struct CodePoint {
  char32_t value;
  size_t length;  ///< in bytes; 0 if not well-formed UTF-8
};

/// The characters of the bytes 0x80 to 0x9F in Windows-1252 as browsers decode it: the five
/// undefined bytes are control characters.
inline constexpr std::array<char32_t, 32> kWindows1252 = {
    0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6,  0x2030, 0x160,
    0x2039, 0x152,  0x8D,   0x17D,  0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178};

/// Whether a byte of well-formed UTF-8 is a continuation byte.
constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Size in bytes of the last character of `text`, which must not be empty.
constexpr size_t last_character_size(std::string_view text) {
  size_t begin = text.size() - 1;
  while (begin > 0 && continues_character(text[begin])) --begin;
  return text.size() - begin;
}

/// Decodes the first code point of `bytes`, which must not be empty.
CodePoint first_code_point(std::string_view bytes);

/// The last code point of `text`, which must not be empty.
inline char32_t last_code_point(std::string_view text) {
  return first_code_point(text.substr(text.size() - last_character_size(text))).value;
}

/// Offset of the first byte that is not well-formed UTF-8.
std::optional<size_t> first_invalid_utf8(std::string_view bytes);

/// `bytes` with each byte that is not well-formed UTF-8 replaced by U+FFFD.
std::string replace_invalid_utf8(std::string_view bytes);

/// The code points of `bytes`. Each byte that is not well-formed UTF-8 becomes U+FFFD.
std::u32string decode_utf8(std::string_view bytes);

void append_utf8(char32_t code_point, std::string& text);

/// The column, from 1, that an editor shows for byte `offset`: the number of the code point that
/// contains or follows it.
size_t column_of(std::string_view line, size_t offset);

}  // namespace regard
