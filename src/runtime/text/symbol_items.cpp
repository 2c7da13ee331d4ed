#include "text/symbol_items.h"

#include <utf8proc.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/utf8.h"
#include "text/characters.h"

namespace regard::text {
namespace {

constexpr char32_t kJoiner = 0x200D, kKeycap = 0x20E3, kTextStyle = 0xFE0E, kEmojiStyle = 0xFE0F;

constexpr std::string_view kEmoticons[] = {
    ":-)", ":)",  ";-)",    ";)",   ":-(",
    ":(",  ":-D", ":D",     ":-P",  ":P",
    ":-p", ":p",  ":-O",    ":O",   ":-o",
    ":o",  ":-/", ":/",     ":-|",  ":|",
    ":-*", ":*",  ":'(",    ":'-(", "XD",
    "xD",  "<3",  "</3",    "^^",   "^_^",
    "-_-", "o_O", "O_o",    ">:(",  "=)",
    "=(",  "=D",  "T_T",    "\\o/", "8-)",
    ":]",  ":[",  ":3",     ":>",   "(:",
    ":-]", ":-[", "<(^^)>", ">_<",  "\u00AF\\_(\u30C4)_/\u00AF"};

bool is_white(char c) { return is_among(c, kBlanks); }
bool is_mark(char c) { return is_among(c, ".,;:!?)\"'"); }

/// Whether it belongs to the emoji before it: styles, joiners, skin tones, the letters of flags.
bool continues_emoji(char32_t c) {
  return c == kTextStyle || c == kEmojiStyle || c == kJoiner || c == kKeycap ||
         (c >= 0x1F3FB && c <= 0x1F3FF) || (c >= 0xE0020 && c <= 0xE007F);
}

bool is_symbol(char32_t c) {
  if (c < 0x80) return false;
  if (c >= 0x1F000 && c <= 0x1FBFF) return true;  // emoji that utf8proc does not know yet, too
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_SO:
    case UTF8PROC_CATEGORY_SM:
    case UTF8PROC_CATEGORY_SC:
    case UTF8PROC_CATEGORY_NO:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_CO:
      return c != 0xFFFD;
    default:
      // Bullets, daggers, section and paragraph signs.
      return is_among(c, U"\u2030\u2022\u2023\u2043\u2020\u2021\u00A7\u00B6\u203B\u2219\u00B7");
  }
}

/// 1️⃣ begins with a digit.
bool is_keycap(std::string_view text) {
  if (!is_ascii_digit(text[0]) && !is_among(text[0], "#*")) return false;
  return text.substr(1).starts_with("\uFE0F\u20E3") || text.substr(1).starts_with("\u20E3");
}

/// An ellipsis between spaces, which stands for words. Three periods end a sentence.
size_t ellipsis_size(std::string_view text) {
  constexpr std::string_view kEllipsis = "\u2026";
  if (!text.starts_with(kEllipsis)) return 0;
  const auto rest = text.substr(kEllipsis.size());
  const bool is_between = !rest.empty() && is_white(rest[0]) && !trimmed(rest).empty();
  return is_between ? kEllipsis.size() : 0;
}

}  // namespace

size_t symbols_size(std::string_view text) {
  for (const std::string_view degrees : {"\u00B0C", "\u00B0F"}) {
    const auto rest = text.substr(std::min(degrees.size(), text.size()));
    if (text.starts_with(degrees) && (rest.empty() || !is_alphanumeric(rest[0]))) {
      return degrees.size();
    }
  }
  size_t size = 0;
  while (size < text.size()) {
    const auto rest = text.substr(size);
    const auto [value, length] = first_code_point(rest);
    if (length == 0) break;
    const bool belongs =
        is_symbol(value) || (size > 0 && continues_emoji(value)) || is_keycap(rest);
    if (!belongs) break;
    size += length;
  }
  return size;
}

size_t emoticon_size(std::string_view text) {
  const auto ends_word = [&](size_t at) {
    at += run_of(text.substr(at), is_mark);
    return at == text.size() || is_white(text[at]);
  };
  size_t longest = 0;
  for (const auto emoticon : kEmoticons) {
    if (text.starts_with(emoticon)) longest = std::max(longest, emoticon.size());
  }
  if (longest > 0 && ends_word(longest)) return longest;
  if (const size_t dots = ellipsis_size(text); dots > 0) return dots;
  const auto is_ascii_symbol = [](char c) { return is_among(c, "*=+|~^<>#_\\/-@$%{}[]"); };
  const size_t size = run_of(text, is_ascii_symbol);
  if (size == 0 || !ends_word(size)) return 0;
  const bool is_punctuation = size == 1 && is_among(text[0], "-/{}[]");
  return is_punctuation || text.substr(0, size) == "--" ? 0 : size;
}

size_t list_mark_size(std::string_view text) {
  constexpr size_t kMostDigits = 3;
  size_t size = 0;
  for (const std::string_view mark : {"-", "*", "+", "\u2022", "\u2013", "\u2014", ">"}) {
    if (text.starts_with(mark)) size = mark.size();
  }
  while (text.substr(size).starts_with('#')) ++size;
  if (size == 0) {
    const size_t open = text.starts_with('(') ? 1 : 0;
    size = open;
    while (size < text.size() && is_ascii_digit(text[size])) ++size;
    const bool is_letter = size == open && size < text.size() && is_ascii_letter(text[size]);
    size += is_letter ? 1 : 0;
    if (size == open || size - open > kMostDigits || size == text.size()) return 0;
    // a. Words; no initial, and no abbreviation before a number
    const bool is_small = is_letter && text[size - 1] >= 'a' && text.size() > size + 2 &&
                          text[size + 2] >= 'A' && text[size + 2] <= 'Z';
    const bool closes =
        text[size] == ')' || (text[size] == '.' && open == 0 && (!is_letter || is_small));
    if (!closes) return 0;
    ++size;
  }
  return size < text.size() && is_white(text[size]) ? size : 0;
}

}  // namespace regard::text
