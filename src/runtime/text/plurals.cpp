#include "text/plurals.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "text/characters.h"

namespace regard::text {
namespace {

using Word = std::string_view;

bool is_any_of(Word word, std::span<const Word> words) {
  return std::ranges::find(words, word) != words.end();
}

bool ends_with_any_of(Word word, std::span<const Word> ends) {
  return std::ranges::any_of(ends, [&](Word end) { return word.ends_with(end); });
}

std::string with_end(Word word, size_t letters, Word end) {
  return std::string(word.substr(0, word.size() - letters)).append(end);
}

std::string plural_in_french(Word word) {
  constexpr std::array<Word, 3> kSame = {"s", "x", "z"};
  constexpr std::array<Word, 3> kWithX = {"au", "eu", "œu"};
  constexpr std::array<Word, 4> kWithS = {"bleu", "pneu", "landau", "sarrau"};
  constexpr std::array<Word, 7> kOu = {"bijou", "caillou", "chou", "genou",
                                       "hibou", "joujou",  "pou"};
  constexpr std::array<Word, 10> kAlWithS = {"bal",   "banal",    "carnaval", "chacal",  "fatal",
                                             "final", "festival", "naval",    "récital", "régal"};
  constexpr std::array<Word, 7> kAil = {"bail",    "corail",  "émail",  "soupirail",
                                        "travail", "vantail", "vitrail"};
  if (word == "œil") return "yeux";
  if (ends_with_any_of(word, kSame)) return std::string(word);
  if (is_any_of(word, kWithS) || is_any_of(word, kAlWithS)) return with_end(word, 0, "s");
  if (ends_with_any_of(word, kWithX) || is_any_of(word, kOu)) return with_end(word, 0, "x");
  if (word.ends_with("al")) return with_end(word, 1, "ux");
  if (is_any_of(word, kAil)) return with_end(word, 2, "ux");
  return with_end(word, 0, "s");
}

std::string plural_in_english(Word word) {
  constexpr std::array<std::pair<Word, Word>, 10> kIrregular = {{{"child", "children"},
                                                                 {"foot", "feet"},
                                                                 {"goose", "geese"},
                                                                 {"index", "indices"},
                                                                 {"man", "men"},
                                                                 {"mouse", "mice"},
                                                                 {"person", "people"},
                                                                 {"tooth", "teeth"},
                                                                 {"woman", "women"},
                                                                 {"matrix", "matrices"}}};
  constexpr std::array<Word, 6> kSame = {"deer", "fish", "series", "sheep", "software", "species"};
  constexpr std::array<Word, 5> kHissing = {"s", "x", "z", "ch", "sh"};
  constexpr std::array<Word, 4> kO = {"echo", "hero", "potato", "tomato"};
  constexpr std::array<Word, 8> kF = {"calf", "elf",   "half",  "leaf",
                                      "loaf", "shelf", "thief", "wolf"};
  constexpr std::array<Word, 3> kFe = {"knife", "life", "wife"};
  constexpr Word kVowels = "aeiou";
  const auto irregular = std::ranges::find(kIrregular, word, [](auto& one) { return one.first; });
  if (irregular != kIrregular.end()) return std::string(irregular->second);
  if (is_any_of(word, kSame)) return std::string(word);
  if (ends_with_any_of(word, kHissing) || is_any_of(word, kO)) return with_end(word, 0, "es");
  if (is_any_of(word, kF)) return with_end(word, 1, "ves");
  if (is_any_of(word, kFe)) return with_end(word, 2, "ves");
  const bool has_y = word.size() > 1 && word.ends_with('y');
  if (has_y && !is_among(word[word.size() - 2], kVowels)) return with_end(word, 1, "ies");
  return with_end(word, 0, "s");
}

}  // namespace

std::string plural_of(std::string_view word, std::string_view language) {
  const bool is_french = language.starts_with("fr");
  const auto small = in_lower_case(word);
  const bool is_abbreviation = word == in_capitals(word) && word != small;
  if (is_abbreviation) return is_french ? std::string(word) : std::string(word).append("s");
  auto plural = is_french ? plural_in_french(small) : plural_in_english(small);
  // Keeps the case of "iPhone" by adding only the plural's ending.
  const auto common = std::ranges::mismatch(small, plural).in1 - small.begin();
  return std::string(word.substr(0, static_cast<size_t>(common))) +
         plural.substr(static_cast<size_t>(common));
}

}  // namespace regard::text
