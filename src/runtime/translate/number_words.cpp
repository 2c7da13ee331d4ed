#include "translate/item_places.h"

#include <array>
#include <map>
#include <string>

#include "text/characters.h"

namespace regard::translate {
namespace {

using WordValues = std::map<std::string, int64_t, std::less<>>;

constexpr int64_t kTen = 10, kHundred = 100;

WordValues english() {
  constexpr std::array kUnits = {"one",     "two",       "three",    "four",     "five",
                                 "six",     "seven",     "eight",    "nine",     "ten",
                                 "eleven",  "twelve",    "thirteen", "fourteen", "fifteen",
                                 "sixteen", "seventeen", "eighteen", "nineteen"};
  constexpr std::array kTens = {"twenty", "thirty",  "forty",  "fifty",
                                "sixty",  "seventy", "eighty", "ninety"};
  WordValues words = {{"hundred", kHundred}};
  for (size_t i = 0; i < kUnits.size(); ++i) words[kUnits[i]] = static_cast<int64_t>(i) + 1;
  for (size_t ten = 0; ten < kTens.size(); ++ten) {
    const int64_t value = kTen * (static_cast<int64_t>(ten) + 2);
    words[kTens[ten]] = value;
    for (int64_t unit = 1; unit < kTen; ++unit) {
      words[std::string(kTens[ten]) + "-" + kUnits[static_cast<size_t>(unit) - 1]] = value + unit;
    }
  }
  return words;
}

WordValues french() {
  constexpr std::array kUnits = {"un",    "deux",     "trois",    "quatre",   "cinq",
                                 "six",   "sept",     "huit",     "neuf",     "dix",
                                 "onze",  "douze",    "treize",   "quatorze", "quinze",
                                 "seize", "dix-sept", "dix-huit", "dix-neuf"};
  constexpr std::array<std::pair<const char*, int64_t>, 5> kTens = {
      {{"vingt", 20}, {"trente", 30}, {"quarante", 40}, {"cinquante", 50}, {"soixante", 60}}};
  constexpr int64_t kFourScore = 80, kScore = 20;
  WordValues words = {{"cent", kHundred},
                      {"quatre-vingts", kFourScore},
                      {"septante", 70},
                      {"huitante", 80},
                      {"nonante", 90}};
  for (size_t i = 1; i < kUnits.size(); ++i) words[kUnits[i]] = static_cast<int64_t>(i) + 1;
  const auto add = [&](const std::string& tens, int64_t value, int64_t most) {
    words[tens] = value;
    for (int64_t unit = 1; unit < most; ++unit) {
      const std::string word = kUnits[static_cast<size_t>(unit) - 1];
      words[tens + "-" + word] = words[tens + "-et-" + word] = value + unit;
    }
  };
  for (const auto& [tens, value] : kTens) add(tens, value, value == 60 ? kScore : kTen);
  add("quatre-vingt", kFourScore, kScore);
  return words;
}

}  // namespace

std::optional<int64_t> spelled_number(std::string_view word) {
  static const auto kWords = [] {
    auto all = english();
    all.merge(french());
    return all;
  }();
  const auto found = kWords.find(text::in_lower_case(word));
  if (found == kWords.end()) return {};
  return found->second;
}

}  // namespace regard::translate
