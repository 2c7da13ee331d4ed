// Finds problems with bytes and characters: encodings, NUL, control characters, empty texts.
#include <algorithm>

#include "base/digest.h"
#include "base/utf8.h"
#include "findings/checks.h"
#include "findings/encoding.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"
#include "text/characters.h"

namespace regard::findings {
namespace {

/// A check that looks at each side separately.
template <std::optional<std::string> (*look_at)(std::string& text)>
class SideCheck : public Check {
 public:
  using Check::Check;

  std::optional<std::string> look(Subject& subject) override {
    std::optional<std::string> found;
    for (const Side side : kSides) {
      const auto detail = look_at(subject.text(side));
      if (!detail) continue;
      found = str(found ? *found + ", " : "", name_of(side), detail->empty() ? "" : ": ", *detail);
    }
    return found;
  }
};

using Found = std::optional<std::string>;

Found nul_in(std::string& text) {
  const size_t at = text.find('\0');
  return at == std::string::npos ? std::nullopt : Found(str("byte ", at + 1));
}

Found windows_in(std::string& text) {
  const auto bad = first_invalid_utf8(text);
  if (!bad) {
    auto marked = with_windows_marks(text);
    if (!marked || encoded_once(text)) return std::nullopt;  // reported as double encoding
    text = std::move(*marked);
    return "U+0080 to U+009F";
  }
  auto mended = from_single_bytes(text);
  if (!mended) return std::nullopt;
  const auto byte = hexadecimal(text.substr(*bad, 1));
  text = with_windows_marks(mended->text).value_or(mended->text);
  return str("0x", byte, " of ", mended->encoding);
}

Found broken_in(std::string& text) {
  if (const auto bad = first_invalid_utf8(text)) {
    return str("byte 0x", hexadecimal(text.substr(*bad, 1)), " at ", *bad + 1);
  }
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  return text.find(kReplacement) == std::string::npos ? std::nullopt : Found("U+FFFD");
}

Found twice_encoded_in(std::string& text) {
  auto once = encoded_once(text);
  if (!once) return std::nullopt;
  text = std::move(*once);
  return "";
}

constexpr char32_t kNextLine = 0x85, kLineSeparator = 0x2028, kParagraphSeparator = 0x2029;

bool is_control(char32_t c) {
  constexpr char32_t kBegin = 0x7F, kEnd = 0xA0, kFirstMark = 0xFFFE;
  if (c < ' ') return c != '\t' && c != '\n' && c != '\r';
  if (c >= kBegin && c < kEnd) return true;
  return c == kLineSeparator || c == kParagraphSeparator || c == 0xFEFF ||
         (c & kFirstMark) == kFirstMark;
}

/// Whether a control character separates words: tabs, line and page ends, and separators of data.
bool separates_words(char32_t c) {
  constexpr char32_t kVerticalTab = 0x0B, kFormFeed = 0x0C, kFirst = 0x1C, kLast = 0x1F;
  return c == kVerticalTab || c == kFormFeed || (c >= kFirst && c <= kLast) || c == kNextLine ||
         c == kLineSeparator || c == kParagraphSeparator;
}

/// A character's name in messages: "U+0007".
std::string name_of_character(char32_t c) {
  constexpr unsigned kByte = 8, kMask = 0xFF;
  std::string bytes;
  for (unsigned shift = c > 0xFFFF ? 2 * kByte : kByte;; shift -= kByte) {
    bytes += static_cast<char>((c >> shift) & kMask);
    if (shift == 0) break;
  }
  return "U+" + hexadecimal(bytes);
}

Found control_in(std::string& text) {
  const bool may_be = std::ranges::any_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < ' ' && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F || byte == 0xC2 ||
           byte == 0xE2 || byte >= 0xEF;
  });
  if (!may_be) return std::nullopt;
  std::string kept;
  Found found;
  for (const char32_t c : decode_utf8(text)) {
    if (is_control(c)) {
      if (!found) found = name_of_character(c);
      if (separates_words(c)) kept += ' ';
    } else {
      append_utf8(c, kept);
    }
  }
  if (found) text = std::move(kept);
  return found;
}

/// Whether a character is invisible in print: spaces, direction marks, accents without a letter and
/// fillers.
bool has_no_ink(char32_t c) {
  constexpr std::u32string_view kFillers = U"\u115F\u1160\u2800\u3164\uFFA0";
  const auto category = text::category(c);
  return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL ||
         category == UTF8PROC_CATEGORY_ZP || category == UTF8PROC_CATEGORY_CF ||
         category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_MN ||
         text::is_among(c, kFillers);
}

Found empty_in(std::string& text) {
  tidy(text);
  constexpr size_t kMostBytes = 64;  // a text with more bytes has visible characters
  if (text.size() > kMostBytes) return std::nullopt;
  return std::ranges::all_of(decode_utf8(text), has_no_ink) ? Found("") : std::nullopt;
}

}  // namespace

CheckRow nul_check() {
  return {{.name = "nul",
           .meaning = "NUL byte",
           .advice = "These lines come from a binary file or from UTF-16: leave them out.",
           .ends = true},
          made<SideCheck<nul_in>>};
}

CheckRow windows_check() {
  return {{.name = "windows-1252",
           .meaning = "Windows-1252, Latin-1 or Mac Roman instead of UTF-8",
           .advice = "Cleaning converts these lines. Converting the whole file would destroy the "
                     "lines that are UTF-8.",
           .action = Action::repair},
          made<SideCheck<windows_in>>};
}

CheckRow broken_check() {
  return {{.name = "broken",
           .meaning = "bytes in an unknown encoding, or U+FFFD",
           .advice = "Take these lines from the original file, or leave them out.",
           .ends = true},
          made<SideCheck<broken_in>>};
}

CheckRow twice_encoded_check() {
  return {{.name = "twice-encoded",
           .meaning = "UTF-8 encoded twice, such as \u00C3\u00A9 for \u00E9",
           .advice = "Cleaning decodes these lines once.",
           .action = Action::repair},
          made<SideCheck<twice_encoded_in>>};
}

CheckRow control_check() {
  return {{.name = "control",
           .meaning = "control characters",
           .advice = "Cleaning removes the characters.",
           .action = Action::repair},
          made<SideCheck<control_in>>};
}

CheckRow empty_check() {
  return {{.name = "empty",
           .meaning = "a side is empty",
           .advice = "Leave these lines out; in a catalog they are not translated yet.",
           .ends = true},
          made<SideCheck<empty_in>>};
}

}  // namespace regard::findings
