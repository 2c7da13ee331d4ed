#include "translate/ordinals.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/utf8.h"
#include "text/characters.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

constexpr std::array<std::string_view, 4> kEnglishEndings = {"st", "nd", "rd", "th"};
constexpr std::array<std::string_view, 10> kFrenchEndings = {
    "er", "re", "e", "\u00E8me", "\u00E8re", "i\u00E8me", "eme", "ieme", "nde", "es"};
constexpr std::array<std::string_view, 14> kMonths = {
    "janvier",   "f\u00E9vrier", "mars",    "avril",    "mai",           "juin", "juillet",
    "ao\u00FBt", "septembre",    "octobre", "novembre", "d\u00E9cembre", "janv", "f\u00E9vr"};
constexpr std::array<std::string_view, 8> kFeminineWords = {"la", "une", "cette", "ma",
                                                            "ta", "sa",  "notre", "votre"};

template <size_t Size>
bool is_listed(std::string_view word, const std::array<std::string_view, Size>& list) {
  return std::ranges::find(list, word) != list.end();
}

size_t digits_at(std::string_view text) { return text::run_of(text, is_ascii_digit); }

/// Size in bytes of the ordinal at the beginning of a text; 0 if there is none.
template <size_t Size>
size_t ordinal_size(std::string_view text, const std::array<std::string_view, Size>& endings) {
  const size_t digits = digits_at(text);
  if (digits == 0) return 0;
  const size_t word = word_at_begin(text);
  return word > digits && is_listed(text.substr(digits, word - digits), endings) ? word : 0;
}

/// The last word of a text, in lowercase.
std::string word_before(std::string_view text) {
  text = trimmed_end(text);
  if (text.ends_with('.')) text.remove_suffix(1);
  return text::in_lower_case(text.substr(text.size() - word_at_end(text)));
}

std::string word_behind(std::string_view text) {
  text = trimmed_begin(text);
  return text::in_lower_case(text.substr(0, word_at_begin(text)));
}

bool is_next_to_month(std::string_view before, std::string_view behind) {
  return is_listed(word_behind(behind), kMonths) || is_listed(word_before(before), kMonths);
}

std::string french_ordinal(std::string_view digits, std::string_view before,
                           std::string_view behind) {
  std::string text(digits);
  if (digits == "1") return text += is_listed(word_before(before), kFeminineWords) ? "re" : "er";
  if (!is_next_to_month(before, behind)) text += 'e';
  return text;
}

/// Whether the digits at `at` begin a number.
bool begins_number(std::string_view text, size_t at) {
  return !ends_with_word(text.substr(0, at)) && digits_at(text.substr(at)) > 0;
}

/// Whether a sentence has an English ordinal with these digits.
bool has_ordinal(std::string_view sentence, std::string_view digits) {
  for (size_t at = sentence.find(digits); at < sentence.size();
       at = sentence.find(digits, at + digits.size())) {
    if (begins_number(sentence, at) && digits_at(sentence.substr(at)) == digits.size() &&
        ordinal_size(sentence.substr(at), kEnglishEndings) > 0) {
      return true;
    }
  }
  return false;
}

/// The text with French ordinals in place of the sentence's English ones.
std::string with_french_ordinals(std::string_view text, std::string_view sentence) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const auto rest = text.substr(at);
    const size_t digits = digits_at(rest);
    size_t size = std::max(ordinal_size(rest, kEnglishEndings), ordinal_size(rest, kFrenchEndings));
    const bool is_one =
        size > 0 && begins_number(text, at) && has_ordinal(sentence, rest.substr(0, digits));
    if (is_one) {
      result += french_ordinal(rest.substr(0, digits), text.substr(0, at), rest.substr(size));
    } else {
      size = std::max<size_t>(digits, 1);
      result += rest.substr(0, size);
    }
    at += size;
  }
  return result;
}

}  // namespace

void write_french_ordinals(Candidate& candidate, std::string_view sentence) {
  if (std::ranges::none_of(sentence, is_ascii_digit)) return;
  candidate.text = with_french_ordinals(candidate.text, sentence);
  for (auto& word : candidate.words) word = with_french_ordinals(word, sentence);
}

size_t times_of_french_ordinal(std::string_view item, std::string_view text) {
  if (ordinal_size(item, kEnglishEndings) != item.size()) return 0;
  const auto digits = item.substr(0, digits_at(item));
  size_t count = 0;
  for (size_t at = text.find(digits); at < text.size();
       at = text.find(digits, at + digits.size())) {
    const auto rest = text.substr(at);
    if (!begins_number(text, at) || digits_at(rest) != digits.size()) continue;
    const bool is_day = word_at_begin(rest) == digits.size() &&
                        is_next_to_month(text.substr(0, at), rest.substr(digits.size()));
    count += is_day || ordinal_size(rest, kFrenchEndings) > 0 ? 1 : 0;
  }
  return count;
}

}  // namespace regard::translate
