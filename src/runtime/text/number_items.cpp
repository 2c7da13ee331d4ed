#include "text/number_items.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/utf8.h"
#include "text/characters.h"
#include "text/machine_items.h"
#include "text/word_character.h"

namespace regard::text {
namespace {

constexpr std::u32string_view kSigns = U"+-\u2212\u00B1~\u2248<>\u2264\u2265.";
constexpr std::u32string_view kCurrencies = U"$\u00A3\u20AC\u00A5#\u2116\u20BF\u20B9";
constexpr std::u32string_view kUnits =
    U"%\u2030\u00B0$\u00A3\u20AC\u00A5\u00BA\u00AA\u2103\u00B2\u00B3+";
constexpr std::u32string_view kJoints = U".,:/'\u2019-\u2010\u2011\u2013_\u00D7";
constexpr std::u32string_view kGroupSpaces = U"\u00A0\u2009\u202F";

/// The code point at a place of a text; none of a text that ends there.
CodePoint point_at(std::string_view text, size_t at) {
  return at < text.size() ? first_code_point(text.substr(at)) : CodePoint{0, 0};
}

bool has_digit_at(std::string_view text, size_t at) {
  return at < text.size() && is_ascii_digit(text[at]);
}

/// Whether the digits at `at` are three: 1 000 000 with spaces that do not break.
bool has_group_at(std::string_view text, size_t at) {
  constexpr size_t kGroup = 3;
  for (size_t i = 0; i < kGroup; ++i) {
    if (!has_digit_at(text, at + i)) return false;
  }
  return !has_digit_at(text, at + kGroup);
}

/// Letters, digits and what joins digits, from `at` on.
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

/// getName, iPhone: a capital letter behind a small one.
bool has_hump(std::string_view word) {
  for (size_t at = 1; at < word.size(); ++at) {
    const bool is_small = word[at - 1] >= 'a' && word[at - 1] <= 'z';
    if (is_small && word[at] >= 'A' && word[at] <= 'Z') return true;
  }
  return false;
}

/// Letters, and parts of a word with hyphens and dots before digits.
size_t end_of_word(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    const auto [value, length] = point_at(text, at);
    if (length == 0) break;
    const bool joins = (value == '.' || value == '-') && has_digit_at(text, at + length);
    if (!is_of_word(value) && value != '_' && !joins) break;
    at += length;
  }
  return at;
}

/// Whether the % or $ at `at` begins a placeholder, such as %s, instead of ending a number.
bool begins_placeholder(std::string_view text, size_t at) {
  if (!is_among(text[at], "%$") || at + 1 >= text.size()) return false;
  return is_ascii_letter(text[at + 1]) || is_among(text[at + 1], "({");
}

/// (555) before the rest of a telephone number; 0: there is none.
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

/// list.sort(), a.b.c()
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
  const bool is_language = size > 0 && rest.starts_with("++") && text[0] >= 'A' && text[0] <= 'Z';
  if (is_language && !is_alphanumeric(rest.substr(2, 1).empty() ? ' ' : rest[2])) return size + 2;
  if (const size_t call = method_size(text); call > 0) return call;
  const size_t whole = end_of_word(text);
  const auto word = text.substr(0, whole);
  const bool has_letters = std::ranges::any_of(word, is_ascii_letter);
  const bool has_underscore = word.find('_') < word.find_last_not_of('_');
  const bool is_code =
      has_underscore || has_hump(word) || std::ranges::any_of(word, is_ascii_digit);
  return has_letters && is_code && whole > 1 ? whole : 0;
}

}  // namespace regard::text
