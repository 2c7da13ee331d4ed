#include "findings/encoding.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.h"

namespace regard::findings {
namespace {

constexpr unsigned kFirst = 0x80, kLatin1 = 0xA0;

/// The character of a byte from 0x80; 0 for the five undefined bytes.
char32_t windows_character(unsigned char byte) {
  if (byte >= kLatin1) return byte;
  const char32_t character = kWindows1252[byte - kFirst];
  return character < kLatin1 ? 0 : character;
}

/// The characters of the bytes from 0x80 in Mac Roman.
constexpr std::array<char32_t, 128> kMacRoman = {
    0xC4,   0xC5,   0xC7,   0xC9,   0xD1,   0xD6,  0xDC,   0xE1,   0xE0,   0xE2,   0xE4,   0xE3,
    0xE5,   0xE7,   0xE9,   0xE8,   0xEA,   0xEB,  0xED,   0xEC,   0xEE,   0xEF,   0xF1,   0xF3,
    0xF2,   0xF4,   0xF6,   0xF5,   0xFA,   0xF9,  0xFB,   0xFC,   0x2020, 0xB0,   0xA2,   0xA3,
    0xA7,   0x2022, 0xB6,   0xDF,   0xAE,   0xA9,  0x2122, 0xB4,   0xA8,   0x2260, 0xC6,   0xD8,
    0x221E, 0xB1,   0x2264, 0x2265, 0xA5,   0xB5,  0x2202, 0x2211, 0x220F, 0x3C0,  0x222B, 0xAA,
    0xBA,   0x3A9,  0xE6,   0xF8,   0xBF,   0xA1,  0xAC,   0x221A, 0x192,  0x2248, 0x2206, 0xAB,
    0xBB,   0x2026, 0xA0,   0xC0,   0xC3,   0xD5,  0x152,  0x153,  0x2013, 0x2014, 0x201C, 0x201D,
    0x2018, 0x2019, 0xF7,   0x25CA, 0xFF,   0x178, 0x2044, 0x20AC, 0x2039, 0x203A, 0xFB01, 0xFB02,
    0x2021, 0xB7,   0x201A, 0x201E, 0x2030, 0xC2,  0xCA,   0xC1,   0xCB,   0xC8,   0xCD,   0xCE,
    0xCF,   0xCC,   0xD3,   0xD4,   0xF8FF, 0xD2,  0xDA,   0xDB,   0xD9,   0x131,  0x2C6,  0x2DC,
    0xAF,   0x2D8,  0x2D9,  0x2DA,  0xB8,   0x2DD, 0x2DB,  0x2C7};

char32_t mac_character(unsigned char byte) { return kMacRoman.at(byte - kFirst); }

bool is_western_letter(char32_t c) {
  constexpr char32_t kBegin = 0xC0, kEnd = 0xFF, kTimes = 0xD7, kDivided = 0xF7;
  if (c >= kBegin && c <= kEnd) return c != kTimes && c != kDivided;
  return c == 0x152 || c == 0x153 || c == 0x178;  // Œ œ Ÿ
}

/// Punctuation typical of such texts: quotes, dashes, €, «, », °, §, ©, a non-breaking space.
bool is_western_mark(char32_t c) {
  constexpr std::u32string_view kMarks =
      U"\u20AC\u2018\u2019\u201C\u201D\u2026\u2013\u2014\u2022\u2122\u2039\u203A\u00A0\u00AB\u00BB"
      U"\u00B0\u00A7\u00A9\u00AE\u00B7\u00BF\u00A1\u00A3\u00B2\u00B3\u00BD\u00BA\u00AA\u00B1";
  return kMarks.find(c) != std::u32string_view::npos;
}

/// The Windows-1252 byte of a character, if it has one.
std::optional<char> windows_byte(char32_t c) {
  if (c <= 0xFF) return static_cast<char>(c);  // includes control characters, as in browsers
  const auto* found = std::ranges::find(kWindows1252, c);
  if (found == kWindows1252.end()) return std::nullopt;
  return static_cast<char>(kFirst + static_cast<unsigned>(found - kWindows1252.begin()));
}

}  // namespace

namespace {

bool is_capital_letter(char32_t c) {
  constexpr char32_t kFirstSmall = 0xDF;
  return is_western_letter(c) && c != 0x153 && (c < kFirstSmall || c > 0xFF);
}

/// Two bytes of letters may look like UTF-8, which then encodes a character of another script.
bool may_be_two_bytes(char32_t c) {
  constexpr char32_t kEnd = 0x800;
  return c >= kFirst && c < kEnd && !is_western_letter(c) && !is_western_mark(c);
}

bool is_small_ascii_letter(char c) { return is_ascii_letter(c) && c == lower_ascii(c); }

bool is_capital_ascii_letter(char c) { return is_ascii_letter(c) && c != lower_ascii(c); }

/// The characters next to a byte; spaces at the ends of a text.
struct Neighbours {
  char before, behind;

  bool have_capital() const {
    return is_capital_ascii_letter(before) || is_capital_ascii_letter(behind);
  }
  bool are_capitals() const {
    return is_capital_ascii_letter(before) && is_capital_ascii_letter(behind);
  }
};

/// Calls `take` with each byte that is not part of a UTF-8 character and its neighbors, and
/// `take_utf8` with every other character.
template <class Take, class TakeUtf8>
void for_each_single_byte(std::string_view text, const Take& take, const TakeUtf8& take_utf8) {
  for (size_t at = 0; at < text.size();) {
    const auto [value, length] = first_code_point(text.substr(at));
    if (length > 0 && !may_be_two_bytes(value)) {
      take_utf8(text.substr(at, length));
      at += length;
      continue;
    }
    take(static_cast<unsigned char>(text[at]),
         Neighbours{.before = at > 0 ? text[at - 1] : ' ',
                    .behind = at + 1 < text.size() ? text[at + 1] : ' '});
    ++at;
  }
}

/// Whether a byte is the first of a UTF-8 character that lost its other bytes: \u00C3 where a
/// capital letter does not fit.
bool leads_nothing(unsigned char byte, Neighbours beside) {
  const bool leads_letters = byte == 0xC2 || byte == 0xC3 || byte == 0xC5;
  if (leads_letters && is_small_ascii_letter(beside.before)) return true;
  if (leads_letters && !is_ascii_letter(beside.behind)) return true;
  if (byte == 0xC3 && !beside.have_capital()) return true;
  return byte == 0xE2 && beside.behind == '\x80';
}

/// Whether a byte is the last of a UTF-8 character that lost its first bytes: \u00A7 of \u00E7,
/// \u00A9 of \u00E9, the space of \u00E0, where such a mark does not fit.
bool ends_nothing(unsigned char byte, Neighbours beside) {
  constexpr std::string_view kBeforeNoLetter = "\xA7\xA9\xAA\xAE\xB1\xB2\xB3\xBA\xBD";
  constexpr std::string_view kBehindNoLetter = "\xA7\xA9\xAA";
  const auto is_in = [&](std::string_view bytes) {
    return bytes.find(static_cast<char>(byte)) != std::string_view::npos;
  };
  const bool is_behind_word = beside.before == ' ' || is_small_ascii_letter(beside.before);
  if (byte == kLatin1) return is_behind_word && beside.behind == ' ';
  return (is_small_ascii_letter(beside.behind) && is_in(kBeforeNoLetter)) ||
         (is_small_ascii_letter(beside.before) && is_in(kBehindNoLetter));
}

/// Whether a byte among UTF-8 characters is more likely a remnant of one, or of a byte order mark,
/// than a letter.
bool may_be_of_utf8(unsigned char byte) {
  constexpr unsigned char kEndOfContinuations = 0xC0, kThorn = 0xFE;
  return byte < kEndOfContinuations || byte == 0xC2 || byte == 0xC3 || byte == 0xC5 ||
         byte == 0xE2 || byte >= kThorn;
}

/// Whether a text has remnants of UTF-8 characters.
bool has_remnants(std::string_view text) {
  bool has_utf8 = false, has_remnant = false, may_have = false;
  for_each_single_byte(
      text,
      [&](unsigned char byte, Neighbours beside) {
        has_remnant |= leads_nothing(byte, beside) || ends_nothing(byte, beside);
        may_have |= may_be_of_utf8(byte);
      },
      [&](std::string_view character) { has_utf8 |= character.size() > 1; });
  return has_remnant || (has_utf8 && may_have);
}

/// A text with each byte that is not UTF-8 decoded, if all results are plausible.
struct Reading {
  std::string text;
  int64_t oddities =
      0;  // marks within words, capitals after lowercase letters, lowercase between capitals
};

bool is_odd(char32_t character, Neighbours beside) {
  constexpr char32_t kApostrophe = 0x2019;
  const bool is_capital = is_capital_letter(character);
  if (is_western_letter(character) && !is_capital) return beside.are_capitals();
  const bool is_behind_small = is_small_ascii_letter(beside.before);
  if (is_capital) return is_behind_small;
  return is_behind_small && is_ascii_letter(beside.behind) && character != kApostrophe;
}

std::optional<Reading> reading(std::string_view text, char32_t (*character_of)(unsigned char)) {
  Reading read;
  int64_t plain = 0, letters = 0;
  bool are_plausible = true;
  for_each_single_byte(
      text,
      [&](unsigned char byte, Neighbours beside) {
        const char32_t character = character_of(byte);
        const bool is_letter = is_western_letter(character);
        are_plausible &= is_letter || is_western_mark(character);
        letters += is_letter ? 1 : 0;
        read.oddities += is_odd(character, beside) ? 1 : 0;
        append_utf8(character, read.text);
      },
      [&](std::string_view character) {
        plain += is_ascii_letter(character.front()) ? 1 : 0;
        read.text += character;
      });
  are_plausible &= letters <= plain + 1;  // accepts a lone "\u00E0", but not a Cyrillic word
  return are_plausible ? std::optional(read) : std::nullopt;
}

/// Whether a text has sequences that UTF-8 forbids: a surrogate, or an ASCII character in two
/// bytes. Western texts do not have these bytes: "í" or "À" before two marks.
bool has_forbidden_utf8(std::string_view text) {
  const auto byte = [&](size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
  };
  const auto continues = [&](size_t at) { return byte(at) >= kFirst && byte(at) < 0xC0; };
  for (size_t at = 0; at < text.size(); ++at) {
    const bool is_surrogate = byte(at) == 0xED && byte(at + 1) >= kLatin1 && continues(at + 1);
    const bool is_overlong = byte(at) == 0xC0 || byte(at) == 0xC1;
    if (is_surrogate && continues(at + 2)) return true;
    if (is_overlong && continues(at + 1) && (byte(at + 2) == 0xC0 || byte(at + 2) == 0xC1)) {
      return continues(at + 3);
    }
  }
  return false;
}

}  // namespace

std::optional<Recoded> from_single_bytes(std::string_view text) {
  if (has_remnants(text) || has_forbidden_utf8(text)) return std::nullopt;
  auto windows = reading(text, windows_character);
  if (windows && windows->oddities == 0) return Recoded{std::move(windows->text), "Windows-1252"};
  auto mac = reading(text, mac_character);
  if (mac && (windows ? mac->oddities < windows->oddities : mac->oddities == 0)) {
    return Recoded{std::move(mac->text), "Mac Roman"};
  }
  if (!windows) return std::nullopt;
  return Recoded{std::move(windows->text), "Windows-1252"};
}

std::optional<std::string> with_windows_marks(std::string_view text) {
  constexpr char kBegin = '\xC2';
  std::optional<std::string> mended;
  for (size_t at = 0; at < text.size(); ++at) {
    const unsigned next = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0U;
    const bool is_control = text[at] == kBegin && next >= kFirst && next < kLatin1;
    const char32_t character = is_control ? windows_character(next) : 0;
    if (character == 0) {
      if (mended) *mended += text[at];
      continue;
    }
    if (!mended) mended = std::string(text.substr(0, at));
    append_utf8(character, *mended);
    ++at;
  }
  return mended;
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
