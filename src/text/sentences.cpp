#include "regard/text/sentences.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "regard/base/utf8.h"

namespace regard::text {
namespace {

/// Abbreviations that never end a sentence, without their last period.
constexpr std::string_view kAlwaysAbbreviated[] = {
    "Mr",  "Mrs",  "Ms",     "Messrs", "Dr",   "Prof", "Rev", "Gen", "Col", "Capt", "Lt",
    "Sgt", "Gov",  "Sen",    "Rep",    "Hon",  "St",   "Mt",  "vs",  "cf",  "Cf",   "viz",
    "M",   "MM",   "Mme",    "Mmes",   "Mlle", "Mgr",  "Me",  "Vve", "e.g", "i.e",  "E.g",
    "I.e", "p.ex", "c.-à-d", "approx", "env",  "av",   "apr", "ex",  "Ph",  "Fr",   "Ste"};
/// Abbreviations that continue before a number; elsewhere they can end a sentence.
constexpr std::string_view kBeforeNumbers[] = {
    "No",  "Nos", "no",   "nos",  "n",    "art",  "Art",  "fig",  "Fig", "figs", "p",   "pp",
    "vol", "Vol", "chap", "Chap", "sect", "Sect", "éd",   "ed",   "tél", "Tel",  "tel", "cap",
    "al",  "ch",  "Ch",   "Jan",  "Feb",  "Mar",  "Apr",  "Jun",  "Jul", "Aug",  "Sep", "Sept",
    "Oct", "Nov", "Dec",  "janv", "févr", "avr",  "juil", "sept", "oct", "nov",  "déc"};

struct Character {
  char32_t value = 0;
  size_t begin = 0;
  size_t end = 0;
};

std::vector<Character> characters_of(std::string_view text) {
  std::vector<Character> characters;
  for (size_t at = 0; at < text.size();) {
    const auto [value, length] = first_code_point(text.substr(at));
    const size_t bytes = std::max<size_t>(length, 1);
    characters.push_back({length == 0 ? U'\uFFFD' : value, at, at + bytes});
    at += bytes;
  }
  return characters;
}

bool is_one_of(char32_t value, std::u32string_view set) {
  return set.find(value) != std::u32string_view::npos;
}
bool is_space(char32_t value) {
  return is_one_of(value, U" \t\n\r\v\f\u00A0\u2007\u2009\u202F\u3000");
}
bool ends_sentence(char32_t value) { return is_one_of(value, U".!?\u2026"); }
bool closes(char32_t value) { return is_one_of(value, U"\"'\u2019\u201D\u00BB\u203A)]}"); }
bool opens(char32_t value) {
  return is_one_of(value, U"\"'\u2018\u201C\u00AB\u2039([{\u2014\u2013-\u00BF\u00A1\u2022*");
}

utf8proc_category_t category(char32_t value) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(value));
}
bool is_small(char32_t value) { return category(value) == UTF8PROC_CATEGORY_LL; }
bool is_digit(char32_t value) { return category(value) == UTF8PROC_CATEGORY_ND; }
bool is_capital(char32_t value) {
  return category(value) == UTF8PROC_CATEGORY_LU || category(value) == UTF8PROC_CATEGORY_LT;
}

template <size_t Size>
bool is_in(std::string_view word, const std::string_view (&list)[Size]) {
  return std::ranges::find(list, word) != std::end(list);
}

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text), characters_(characters_of(text)) {}

  std::vector<std::string_view> split() const {
    std::vector<std::string_view> sentences;
    size_t begin = 0;
    for (size_t at = 0; at < characters_.size(); ++at) {
      if (!ends_sentence(characters_[at].value)) continue;
      if (const auto next = next_sentence(at)) {
        const size_t end = characters_[*next].begin;
        sentences.push_back(text_.substr(begin, end - begin));
        begin = end;
        at = *next - 1;
      } else {
        while (ends_sentence(value(at + 1))) ++at;  // what follows them is the same
      }
    }
    if (begin < text_.size()) sentences.push_back(text_.substr(begin));
    return sentences;
  }

 private:
  char32_t value(size_t at) const { return at < characters_.size() ? characters_[at].value : 0; }

  /// Where the next sentence begins if one ends with the mark at `mark`.
  std::optional<size_t> next_sentence(size_t mark) const {
    size_t at = mark + 1;
    while (ends_sentence(value(at))) ++at;  // "?!", "..."
    at = behind_closing(at);
    const size_t space = at;
    while (is_space(value(at))) ++at;
    if (at == space || at == characters_.size()) return std::nullopt;
    if (!can_begin(at)) return std::nullopt;
    if (value(mark) == U'.' && !ends_sentence(value(mark + 1)) && is_abbreviation(mark, at)) {
      return std::nullopt;
    }
    return at;
  }

  /// After closing quotes and brackets; French has a space before its quote.
  size_t behind_closing(size_t at) const {
    while (true) {
      if (closes(value(at)) && !(is_space(value(at - 1)) && opens(value(at)))) {
        ++at;
      } else if (is_space(value(at)) && value(at + 1) == U'\u00BB') {
        at += 2;
      } else {
        return at;
      }
    }
  }

  /// After opening quotes there must be a capital letter, a digit, or a letter without case.
  bool can_begin(size_t at) const {
    while (opens(value(at)) || (is_space(value(at)) && at > 0 && opens(value(at - 1)))) ++at;
    return at < characters_.size() && !is_small(value(at)) && !is_space(value(at)) &&
           !is_one_of(value(at), U",;:.!?");
  }

  /// Whether the period at `mark` belongs to the word before it; `next` is what follows.
  bool is_abbreviation(size_t mark, size_t next) const {
    size_t begin = mark;
    while (begin > 0 && !is_space(value(begin - 1)) && !opens(value(begin - 1))) --begin;
    const auto word =
        text_.substr(characters_[begin].begin, characters_[mark].begin - characters_[begin].begin);
    if (is_in(word, kAlwaysAbbreviated)) return true;
    if (is_in(word, kBeforeNumbers) && is_digit(value(next))) return true;
    if (word == "p" || word == "pp") return true;  // p. ex.
    // An initial; I, and A before what is not a name, are words.
    return mark - begin == 1 && is_capital(value(begin)) && value(begin) != U'I' &&
           is_capital(value(next));
  }

  std::string_view text_;
  std::vector<Character> characters_;
};

}  // namespace

std::vector<std::string_view> split_sentences(std::string_view text) {
  return Splitter(text).split();
}

}  // namespace regard::text
