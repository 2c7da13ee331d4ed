#include "text/items.h"

#include <utf8proc.h>

#include <algorithm>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::text {
namespace {

constexpr std::u32string_view kSigns = U"+-\u2212\u00B1~\u2248<>\u2264\u2265.";
constexpr std::u32string_view kCurrencies = U"$\u00A3\u20AC\u00A5#\u2116\u20BF\u20B9";
constexpr std::u32string_view kUnits =
    U"%\u2030\u00B0$\u00A3\u20AC\u00A5\u00BA\u00AA\u2103\u00B2\u00B3+\u2032\u2033";
constexpr std::u32string_view kJoints = U".,:/'\u2019-\u2010\u2011\u2013_\u00D7";
constexpr std::u32string_view kGroupSpaces = U"\u00A0\u2009\u202F";

/// The code point at a position; empty at the end of the text.
CodePoint point_at(std::string_view text, size_t at) {
  return at < text.size() ? first_code_point(text.substr(at)) : CodePoint{0, 0};
}

bool has_digit_at(std::string_view text, size_t at) {
  return at < text.size() && is_ascii_digit(text[at]);
}

/// Whether there are three digits at `at`: 1 000 000 with non-breaking spaces.
bool has_group_at(std::string_view text, size_t at) {
  constexpr size_t kGroup = 3;
  for (size_t i = 0; i < kGroup; ++i) {
    if (!has_digit_at(text, at + i)) return false;
  }
  return !has_digit_at(text, at + kGroup);
}

/// The position after the letters, digits and digit separators that begin at `at`.
size_t end_of_number(std::string_view text, size_t at) {
  while (at < text.size()) {
    const auto [value, length] = point_at(text, at);
    if (length == 0) break;
    const bool joins = is_among(value, kJoints) && has_digit_at(text, at + length);
    const bool groups = is_among(value, kGroupSpaces) && has_group_at(text, at + length);
    if (!is_of_word(value) && !joins && !groups) break;
    at += length;
  }
  return at;
}

/// Whether a word has a capital letter after a small one: getName, iPhone.
bool has_hump(std::string_view word) {
  for (size_t at = 1; at < word.size(); ++at) {
    const bool is_small = word[at - 1] >= 'a' && word[at - 1] <= 'z';
    if (is_small && word[at] >= 'A' && word[at] <= 'Z') return true;
  }
  return false;
}

/// Whether a character is a subscript digit. Superscript digits may also be footnote marks.
bool is_subscript(char32_t c) { return c >= 0x2080 && c <= 0x2089; }
bool is_superscript(char32_t c) {
  return c == 0xB9 || c == 0xB2 || c == 0xB3 || (c >= 0x2070 && c <= 0x2079);
}

/// The position after a word, which includes dots and hyphens before digits.
size_t end_of_word(std::string_view text) {
  constexpr size_t kLongestBase = 2;  // m², mc²; in a longer word, the digit is a footnote mark
  size_t at = 0;
  while (at < text.size()) {
    const auto [value, length] = point_at(text, at);
    if (length == 0) break;
    const bool joins = (value == '.' || value == '-') && has_digit_at(text, at + length);
    const bool is_small =
        at > 0 && (is_subscript(value) || (is_superscript(value) && at <= kLongestBase));
    if (!is_of_word(value) && value != '_' && !joins && !is_small) break;
    at += length;
  }
  return at;
}

/// Whether a word has a small digit: H₂O, m²
bool has_small_digit(std::string_view word) {
  for (size_t at = 0; at < word.size();) {
    const auto [value, length] = first_code_point(word.substr(at));
    if (at > 0 && (is_subscript(value) || is_superscript(value))) return true;
    at += std::max<size_t>(length, 1);
  }
  return false;
}

/// Whether the % or $ at `at` begins a placeholder, such as %s, rather than ending a number.
bool begins_placeholder(std::string_view text, size_t at) {
  if (!is_among(text[at], "%$") || at + 1 >= text.size()) return false;
  return is_ascii_letter(text[at + 1]) || is_among(text[at + 1], "({");
}

/// Size of (555) before the rest of a telephone number; 0 if none.
size_t area_code_size(std::string_view text) {
  constexpr size_t kFewest = 3;
  if (!text.starts_with('(')) return 0;
  size_t at = 1;
  while (has_digit_at(text, at)) ++at;
  if (at <= kFewest || point_at(text, at).value != U')') return 0;
  ++at;
  const bool is_apart = point_at(text, at).value == U' ' || point_at(text, at).value == U'-';
  at += is_apart ? 1 : 0;
  return has_digit_at(text, at) ? at : 0;
}

/// Size of initials: AT&T, M&Ms
size_t initials_size(std::string_view text) {
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const size_t before = run_of(text, is_upper);
  if (before == 0 || !text.substr(before).starts_with('&')) return 0;
  const auto rest = text.substr(before + 1);
  if (run_of(rest, is_upper) == 0) return 0;
  const size_t size = before + 1 + run_of(rest, is_alphanumeric);
  return text.substr(size).starts_with(';') ? 0 : size;  // a&LT; contains an entity
}

/// Size of a method call: list.sort(), a.b.c()
size_t method_size(std::string_view text) {
  const size_t size = run_of(text, [](char c) { return is_identifier(c) || c == '.'; });
  const bool is_call = text.substr(size).starts_with("()");
  return is_call && size > 0 && is_identifier(text[0]) && is_identifier(text[size - 1]) ? size + 2
                                                                                        : 0;
}

}  // namespace

size_t number_size(std::string_view text) {
  if (const size_t code = area_code_size(text); code > 0) return end_of_number(text, code);
  size_t at = 0;
  for (const auto signs : {kSigns, kCurrencies, kSigns}) {
    const auto [value, length] = point_at(text, at);
    if (length > 0 && is_among(value, signs)) at += length;
  }
  if (!has_digit_at(text, at)) return 0;
  at = end_of_number(text, at);
  for (auto point = point_at(text, at); point.length > 0 && is_among(point.value, kUnits);
       point = point_at(text, at)) {
    if (begins_placeholder(text, at)) break;
    at += point.length;
    const char32_t scale = point_at(text, at).value;
    const bool is_temperature = point.value == U'\u00B0' && (scale == U'C' || scale == U'F');
    if (is_temperature && !is_of_word(point_at(text, at + 1).value)) ++at;
  }
  if (text.substr(at).starts_with(".x") && !is_of_word(point_at(text, at + 2).value))
    at += 2;  // 2.x
  const bool has_feet = text.substr(0, at).find('\'') != std::string_view::npos;
  if (has_feet && text.substr(at).starts_with('"')) return at + 1;  // 5'10"
  at += unit_size(text.substr(at));
  for (const std::string_view times : {" x ", " \u00D7 "}) {  // 3 x 4 m
    const size_t next = at + times.size();
    const bool multiplies = text.substr(at).starts_with(times) && has_digit_at(text, next);
    if (multiplies) return next + number_size(text.substr(next));
  }
  return at;
}

size_t identifier_size(std::string_view text) {
  size_t size = run_of(text, is_identifier);
  const auto rest = text.substr(size);
  const bool is_call = size > 1 && rest.starts_with("()");
  const bool is_scoped = size > 0 && (rest.starts_with("::") || rest.starts_with("->"));
  if (is_scoped && rest.size() > 2 && is_ascii_letter(rest[2])) {
    size += 2 + run_of(rest.substr(2), is_identifier);
    return size + (text.substr(size).starts_with("()") ? 2 : 0);
  }
  if (is_call) return size + 2;
  const bool counts = size > 0 && rest.starts_with("++") && !is_ascii_digit(text[0]);  // C++, i++
  if (counts && !is_alphanumeric(rest.substr(2, 1).empty() ? ' ' : rest[2])) return size + 2;
  if (const size_t initials = initials_size(text); initials > 0) return initials;
  if (const size_t call = method_size(text); call > 0) return call;
  const size_t whole = end_of_word(text);
  const auto word = text.substr(0, whole);
  const bool has_letters = std::ranges::any_of(word, is_ascii_letter);
  const bool has_underscore = word.find('_') < word.find_last_not_of('_');
  const bool is_code = has_underscore || has_hump(word) || has_small_digit(word) ||
                       std::ranges::any_of(word, is_ascii_digit);
  return has_letters && is_code && whole > 1 ? whole : 0;
}

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

/// Whether a character modifies the emoji before it: style, joiner, skin tone, flag letter.
bool continues_emoji(char32_t c) {
  return c == kTextStyle || c == kEmojiStyle || c == kJoiner || c == kKeycap ||
         (c >= 0x1F3FB && c <= 0x1F3FF) || (c >= 0xE0020 && c <= 0xE007F);
}

bool is_symbol(char32_t c) {
  if (c < 0x80) return false;
  if (c >= 0x1F000 && c <= 0x1FBFF) return true;  // includes emoji that utf8proc does not know yet
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
      // These are bullets, daggers, section and paragraph signs.
      return is_among(c, U"\u2030\u2022\u2023\u2043\u2020\u2021\u00A7\u00B6\u203B\u2219\u00B7");
  }
}

/// Whether a keycap emoji, such as 1️⃣, begins here. It begins with a digit, # or *.
bool is_keycap(std::string_view text) {
  if (!is_ascii_digit(text[0]) && !is_among(text[0], "#*")) return false;
  return text.substr(1).starts_with("\uFE0F\u20E3") || text.substr(1).starts_with("\u20E3");
}

/// Size of an ellipsis between spaces, which stands for omitted words; three periods do not count.
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
  constexpr size_t kFewestBrackets = 3;  // ((( is a drawing or code, not punctuation
  size_t size =
      is_among(text[0], "()[]{}<>") ? run_of(text, [&](char c) { return c == text[0]; }) : 0;
  if (size < kFewestBrackets) size = 0;
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
    // "a." or "A:" before words, unless it is one of several initials or an abbreviation before a
    // number
    const bool is_label = is_letter && size == open + 1 && text.size() > size + 2 &&
                          text[size + 2] >= 'A' && text[size + 2] <= 'Z' &&
                          !text.substr(size + 3).starts_with('.');
    const bool is_roman =
        open == 0 && text.starts_with("i. ") && run_of(text.substr(3), is_ascii_letter) > 1;
    const bool closes = text[size] == ')' ||
                        (text[size] == '.' && open == 0 && (!is_letter || is_label || is_roman)) ||
                        (text[size] == ':' && open == 0 && is_label);
    if (!closes) return 0;
    ++size;
  }
  return size < text.size() && is_white(text[size]) ? size : 0;
}

}  // namespace regard::text
