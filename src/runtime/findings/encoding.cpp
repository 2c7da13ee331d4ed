#include "findings/encoding.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/utf8.h"
#include "findings/code_pages.h"

namespace regard::findings {
namespace {

constexpr unsigned kFirst = 0x80, kLatin1 = 0xA0;

/// The character of a byte from 0x80; 0 for the five undefined bytes.
char32_t windows_character(unsigned char byte) {
  if (byte >= kLatin1) return byte;
  const char32_t character = kWindows1252[byte - kFirst];
  return character < kLatin1 ? 0 : character;
}

char32_t mac_character(unsigned char byte) { return kMacRoman.at(byte - kFirst); }

bool is_western_letter(char32_t c) {
  constexpr char32_t kBegin = 0xC0, kEnd = 0xFF, kTimes = 0xD7, kDivided = 0xF7;
  if (c >= kBegin && c <= kEnd) return c != kTimes && c != kDivided;
  return c == 0x152 || c == 0x153 || c == 0x178;  // Œ œ Ÿ
}

/// Whether c is typical punctuation: quotes, dashes, €, «, », °, §, ©, a non-breaking space.
bool is_western_mark(char32_t c) {
  constexpr std::u32string_view kMarks =
      U"\u20AC\u2018\u2019\u201C\u201D\u2026\u2013\u2014\u2022\u2122\u2039\u203A\u00A0\u00AB\u00BB"
      U"\u00B0\u00A7\u00A9\u00AE\u00B7\u00BF\u00A1\u00A3\u00B2\u00B3\u00BD\u00BA\u00AA\u00B1";
  return kMarks.find(c) != std::u32string_view::npos;
}

}  // namespace

namespace {

bool is_capital_letter(char32_t c) {
  constexpr char32_t kFirstSmall = 0xDF;
  return is_western_letter(c) && c != 0x153 && (c < kFirstSmall || c > 0xFF);
}

/// Whether the character may be two bytes of letters that look like UTF-8 for another script.
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

/// Calls `take` with each byte that is not part of a UTF-8 character and with its neighbors, and
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

/// Whether a byte among UTF-8 characters is more likely a remnant of one (or of a byte order mark)
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

namespace {

/// A wrong encoding in which UTF-8 was read.
struct Misreading {
  std::span<const char32_t> page;  ///< the characters of the bytes from 0x80
  char32_t equal;                  ///< characters below this one equal their bytes
  /// The results for the bytes 0xC2, 0xC3 and 0xE2 0x80, with which the characters of Western
  /// European text begin in UTF-8.
  std::array<std::string_view, 3> begins;
};

std::optional<char> byte_of(char32_t c, const Misreading& misreading) {
  if (c < misreading.equal) return static_cast<char>(c);
  const auto found = std::ranges::find(misreading.page, c);
  if (found == misreading.page.end()) return std::nullopt;
  return static_cast<char>(kFirst + static_cast<unsigned>(found - misreading.page.begin()));
}

/// The UTF-8 text from which this misreading produced `text`; nothing if there is none.
std::optional<std::string> before(const Misreading& misreading, std::string_view text) {
  const auto is_there = [&](auto begin) { return text.find(begin) != std::string_view::npos; };
  if (std::ranges::none_of(misreading.begins, is_there)) return std::nullopt;
  std::string bytes;
  for (size_t at = 0; at < text.size();) {
    const auto [value, length] = first_code_point(text.substr(at));
    const auto byte = length == 0 ? std::nullopt : byte_of(value, misreading);
    if (!byte) return std::nullopt;
    bytes += *byte;
    at += length;
  }
  const bool was_utf8 = !first_invalid_utf8(bytes);
  return was_utf8 ? std::optional(bytes) : std::nullopt;
}

}  // namespace

std::optional<std::string> encoded_once(std::string_view text) {
  static const Misreading kMisreadings[] = {
      {kWindows1252, 0x100, {"\u00C2", "\u00C3", "\u00E2\u20AC"}},  // has control characters
      {kMacRoman, kFirst, {"\u00AC", "\u221A", "\u201A\u00C4"}},
      {kCodePage437, kFirst, {"\u252C", "\u251C", "\u0393\u00C7"}}};
  constexpr int kMost = 3;  // maximum number of times that a text was misread
  std::optional<std::string> once;
  for (int time = 0; time < kMost; ++time) {
    std::optional<std::string> earlier;
    for (const auto& misreading : kMisreadings) {
      if (!earlier) earlier = before(misreading, once ? *once : text);
    }
    if (!earlier) break;
    once = std::move(earlier);
  }
  return once;
}

}  // namespace regard::findings
