#include "findings/encoding.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"

namespace regard::findings {
namespace {

constexpr unsigned kFirst = 0x80, kLatin1 = 0xA0;

/// The character of a byte from 0x80 on; 0 for the five bytes without one.
char32_t windows_character(unsigned char byte) {
  if (byte >= kLatin1) return byte;
  const char32_t character = kWindows1252[byte - kFirst];
  return character < kLatin1 ? 0 : character;
}

bool is_western_letter(char32_t c) {
  constexpr char32_t kBegin = 0xC0, kEnd = 0xFF, kTimes = 0xD7, kDivided = 0xF7;
  if (c >= kBegin && c <= kEnd) return c != kTimes && c != kDivided;
  return c == 0x152 || c == 0x153 || c == 0x178;  // Œ œ Ÿ
}

/// Marks that such texts have: quotes, dashes, €, «, », °, §, ©, a space that does not break.
bool is_western_mark(char32_t c) {
  constexpr std::u32string_view kMarks =
      U"\u20AC\u2018\u2019\u201C\u201D\u2026\u2013\u2014\u2022\u2122\u2039\u203A\u00A0\u00AB\u00BB"
      U"\u00B0\u00A7\u00A9\u00AE\u00B7\u00BF\u00A1\u00A3\u00B2\u00B3\u00BD\u00BA\u00AA\u00B1";
  return kMarks.find(c) != std::u32string_view::npos;
}

/// The byte of Windows-1252 for a character, if there is one.
std::optional<char> windows_byte(char32_t c) {
  if (c <= 0xFF) return static_cast<char>(c);  // control characters, too, as browsers read them
  const auto* found = std::ranges::find(kWindows1252, c);
  if (found == kWindows1252.end()) return std::nullopt;
  return static_cast<char>(kFirst + static_cast<unsigned>(found - kWindows1252.begin()));
}

}  // namespace

std::optional<std::string> from_windows(std::string_view text) {
  std::string mended;
  int64_t plain = 0, letters = 0;
  for (size_t at = 0; at < text.size();) {
    const auto [value, length] = first_code_point(text.substr(at));
    if (length > 0) {
      if (value < kFirst && is_ascii_letter(text[at])) ++plain;
      mended += text.substr(at, length);
      at += length;
      continue;
    }
    const char32_t character = windows_character(static_cast<unsigned char>(text[at++]));
    if (is_western_letter(character)) {
      ++letters;
    } else if (!is_western_mark(character)) {
      return std::nullopt;
    }
    append_utf8(character, mended);
  }
  const bool are_plausible = letters <= plain + 1;  // "à" alone; not a word of Cyrillic letters
  return are_plausible ? std::optional(mended) : std::nullopt;
}

std::optional<std::string> encoded_once(std::string_view text) {
  const bool may_be = text.find("\xC3\x83") != std::string_view::npos ||
                      text.find("\xC3\x82") != std::string_view::npos ||
                      text.find("\xC3\xA2\xE2\x82\xAC") != std::string_view::npos;
  if (!may_be) return std::nullopt;
  std::string bytes;
  for (size_t at = 0; at < text.size();) {
    const auto [value, length] = first_code_point(text.substr(at));
    const auto byte = length == 0 ? std::nullopt : windows_byte(value);
    if (!byte) return std::nullopt;
    bytes += *byte;
    at += length;
  }
  const bool was_utf8 = !first_invalid_utf8(bytes);
  return was_utf8 ? std::optional(bytes) : std::nullopt;
}

}  // namespace regard::findings
