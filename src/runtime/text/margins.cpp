#include "text/copied_items.h"

#include <algorithm>
#include <cstddef>

#include "text/characters.h"

namespace regard::text {
namespace {

using Characters = std::span<const Character>;

constexpr size_t kLongestNote = 22;  // maximum characters of a note like [citation needed]

char32_t value_at(Characters characters, size_t at) {
  return at < characters.size() ? characters[at].value : 0;
}

bool is_end_or_space(Characters characters, size_t at) {
  return at >= characters.size() || is_unicode_space(characters[at].value);
}

bool is_ascii_letter_of(char32_t value) {
  return (value >= U'a' && value <= U'z') || (value >= U'A' && value <= U'Z');
}

/// Whether a character counts as a mark only between spaces.
bool is_of_rule(char32_t value) {
  return is_among(value, U"-*+>#|=~_\u00B7\u2013\u2014\u2022\u2023\u2043\u2192\u25E6\\");
}

/// The position after a number, or after several numbers separated by periods: 2, 1.2.
size_t behind_numbers(Characters characters, size_t at) {
  constexpr size_t kMostDigits = 3;  // digits in an item's number; "1999." is a year
  while (true) {
    size_t digits = 0;
    while (is_digit(value_at(characters, at + digits))) ++digits;
    if (digits == 0 || digits > kMostDigits) return 0;
    at += digits;
    const bool goes_on = value_at(characters, at) == U'.' && is_digit(value_at(characters, at + 1));
    if (!goes_on) return at;
    ++at;
  }
}

/// The position after a Roman numeral (II, iv), but not a single letter, which may be an initial.
size_t behind_roman(Characters characters, size_t at) {
  constexpr size_t kMost = 5;
  const bool is_small_one = is_small(value_at(characters, at));
  const std::u32string_view letters = is_small_one ? U"ivx" : U"IVX";
  size_t size = 0;
  while (is_among(value_at(characters, at + size), letters)) ++size;
  return size >= 2 && size <= kMost ? at + size : 0;
}

size_t in_brackets(Characters characters, size_t at, size_t most) {
  size_t end = at + 1;
  while (end < characters.size() && end - at <= most && value_at(characters, end) != U']') ++end;
  return value_at(characters, end) == U']' ? end + 1 - at : 0;
}

/// Size of [ ] or [x]: an open or a completed task
size_t task_size(Characters characters, size_t at) {
  if (value_at(characters, at) != U'[' || value_at(characters, at + 2) != U']') return 0;
  return is_among(value_at(characters, at + 1), U" xX") ? 3 : 0;
}

/// Size of the [^1] before the words of a Markdown footnote
size_t definition_size(Characters characters, size_t at) {
  constexpr size_t kLongest = 40;
  if (value_at(characters, at) != U'[' || value_at(characters, at + 1) != U'^') return 0;
  const size_t size = in_brackets(characters, at, kLongest);
  const bool is_named = size > 3 && std::ranges::none_of(characters.subspan(at, size), [](auto c) {
                          return is_unicode_space(c.value);
                        });
  const bool defines = value_at(characters, at + size) == U':';
  return is_named && defines && is_end_or_space(characters, at + size + 1) ? size + 1 : 0;
}

/// Number of characters in the token at `at` if it consists only of marks (-, ##, =>, |); otherwise
/// 0. A long dash needs no space after it.
size_t rule_size(Characters characters, size_t at) {
  size_t size = 0;
  if (value_at(characters, at) == U'\u2014' && is_letter(value_at(characters, at + 1))) return 1;
  while (is_of_rule(value_at(characters, at + size))) ++size;
  return size > 0 && is_end_or_space(characters, at + size) ? size : 0;
}

/// Number of characters in a pictograph, or in a keycap emoji, which begins with a digit or #.
size_t pictograph_size(Characters characters, size_t at) {
  const char32_t value = value_at(characters, at);
  if (is_pictograph(value)) return 1;
  if (!is_digit(value) && value != U'#') return 0;
  const size_t selector = value_at(characters, at + 1) == 0xFE0F ? 1 : 0;
  return value_at(characters, at + 1 + selector) == 0x20E3 ? 2 + selector : 0;
}

size_t begin_of_words(Characters characters) {
  size_t at = 0;
  while (at < characters.size()) {
    size_t size = is_unicode_space(characters[at].value) ? 1 : pictograph_size(characters, at);
    if (size == 0) size = rule_size(characters, at);
    if (size == 0) size = item_mark_size(characters, at);
    if (size == 0) size = definition_size(characters, at);
    if (size == 0) size = emoticon_size(characters, at);
    if (size == 0) {
      size = footnotes_size(characters, at);
      if (!is_end_or_space(characters, at + size)) size = 0;
    }
    if (size == 0) return at;
    at += size;
  }
  return at;
}

/// Start of the token that ends at `end`, or `end` if it is longer than any mark.
size_t begin_of_token(Characters characters, size_t begin, size_t end) {
  constexpr size_t kMost = 12;
  size_t at = end;
  while (at > begin && !is_unicode_space(characters[at - 1].value)) {
    if (end - --at > kMost) return end;
  }
  return at;
}

/// Start of the footnote mark that ends at `end`; `end` if none.
size_t begin_of_footnote(Characters characters, size_t begin, size_t end) {
  const auto until_end = characters.first(end);
  const size_t first = std::max(begin + 1, end - std::min(end, kLongestNote));
  for (size_t at = end - 1; at >= first && characters[end - 1].value == U']'; --at) {
    if (characters[at].value != U'[') continue;
    return footnotes_size(until_end, at) == end - at ? at : end;
  }
  const size_t last = end - 1;
  if (last < first || footnotes_size(until_end, last) == 0) return end;
  const char32_t before = characters[last - 1].value;  // the ² of 10 m² is not a footnote
  return ends_sentence(before) || closes(before) ? last : end;
}

/// Whether the characters end with -->. The comment before it may contain words.
bool ends_comment(Characters characters) {
  constexpr std::u32string_view kEnd = U"-->";
  const size_t size = characters.size();
  return size >= kEnd.size() && characters[size - 3].value == kEnd[0] &&
         characters[size - 2].value == kEnd[1] && characters[size - 1].value == kEnd[2];
}

/// Start of the marks that end at `end`; `end` if none.
size_t begin_of_marks(Characters characters, size_t begin, size_t end) {
  const char32_t last = characters[end - 1].value;
  if (is_unicode_space(last) || is_pictograph(last)) return end - 1;
  const size_t note = begin_of_footnote(characters, begin, end);
  if (note < end) return note;
  const auto until_end = characters.first(end);
  const size_t token = begin_of_token(characters, begin, end);
  for (size_t at = token; at < end; ++at) {
    const bool is_apart = at == token || ends_sentence(characters[at - 1].value);
    if (is_apart && emoticon_size(until_end, at) == end - at) return at;
  }
  const bool is_rule = token > begin && token < end && rule_size(until_end, token) > 0;
  return is_rule && !ends_comment(until_end) ? token : end;
}

size_t end_of_words(Characters characters, size_t begin) {
  size_t end = characters.size();
  while (end > begin) {
    const size_t marks = begin_of_marks(characters, begin, end);
    if (marks == end) break;
    end = marks;
  }
  return end;
}

}  // namespace

size_t emoticon_size(std::span<const Character> characters, size_t at) {
  for (const std::u32string_view whole : {U"<3", U"</3", U"^^", U"^_^", U"-_-", U"T_T", U"\\o/",
                                          U"xD", U"XD", U":'(", U":')", U"(:", U"(;", U"(-:"}) {
    size_t same = 0;
    while (same < whole.size() && value_at(characters, at + same) == whole[same]) ++same;
    if (same == whole.size() && is_end_or_space(characters, at + same)) return same;
  }
  if (!is_among(value_at(characters, at), U":;=")) return 0;
  size_t end = at + 1;
  if (is_among(value_at(characters, end), U"-^o*")) ++end;
  const size_t mouth = end;
  while (is_among(value_at(characters, end), U")(][DPpOo3/\\|*}{>")) ++end;
  return end > mouth && is_end_or_space(characters, end) ? end - at : 0;
}

size_t footnotes_size(std::span<const Character> characters, size_t at) {
  size_t end = at;
  while (end < characters.size()) {
    const char32_t value = characters[end].value;
    if (is_among(value,
                 U"\u00B9\u00B2\u00B3\u2070\u2074\u2075\u2076\u2077\u2078\u2079\u2020\u2021")) {
      ++end;
      continue;
    }
    const size_t size = value == U'[' ? in_brackets(characters, end, kLongestNote - 2) : 0;
    const char32_t first = value_at(characters, end + 1), second = value_at(characters, end + 2);
    const bool is_number = is_digit(first) && size <= 5;
    const bool is_letter_alone = is_small(first) && second == U']';
    const bool is_note = (first == U'n' || first == U'N' || first == U'c') && size >= 6;
    if (size == 0 || (!is_number && !is_letter_alone && !is_note)) break;
    end += size;
  }
  return end - at;
}

size_t item_mark_size(std::span<const Character> characters, size_t at) {
  const bool is_open = value_at(characters, at) == U'(';
  const size_t inside = at + (is_open ? 1 : 0);
  size_t end = behind_numbers(characters, inside);
  const bool is_number = end > 0;
  if (end == 0) end = behind_roman(characters, inside);
  const bool is_roman = !is_number && end > 0;
  if (end == 0 && is_ascii_letter_of(value_at(characters, inside))) end = inside + 1;
  if (end > 0 && is_end_or_space(characters, end + 1)) {
    const char32_t mark = value_at(characters, end);
    if (mark == U')') return end + 1 - at;
    // "a." or "A:" before words, unless it is one of several initials or an abbreviation before a
    // number
    const bool is_label = end == inside + 1 && is_ascii_letter_of(value_at(characters, inside)) &&
                          is_capital(value_at(characters, end + 2)) &&
                          value_at(characters, end + 3) != U'.';
    // "i." before words; not "i. e."
    const bool is_first_roman = value_at(characters, inside) == U'i' && end == inside + 1 &&
                                is_ascii_letter_of(value_at(characters, end + 2)) &&
                                is_ascii_letter_of(value_at(characters, end + 3));
    const bool is_listed = is_number || is_roman || is_label || is_first_roman;
    if (mark == U'.' && !is_open && is_listed) return end + 1 - at;
    if (mark == U':' && !is_open && is_label) return end + 1 - at;
  }
  const size_t task = task_size(characters, at);
  return task > 0 && is_end_or_space(characters, at + task) ? task : 0;
}

Margins margins_of(std::string_view text) {
  const auto characters = characters_of(text);
  const size_t begin = begin_of_words(characters);
  const auto is_said = [](const Character& one) { return is_letter(one.value); };
  if (begin == characters.size() ||
      std::none_of(characters.begin() + static_cast<std::ptrdiff_t>(begin), characters.end(),
                   is_said)) {
    return {.before = text, .words = {}, .behind = {}};
  }
  const size_t end = end_of_words(characters, begin);
  const size_t first = characters[begin].begin, last = characters[end - 1].end;
  return {.before = text.substr(0, first),
          .words = text.substr(first, last - first),
          .behind = text.substr(last)};
}

}  // namespace regard::text
