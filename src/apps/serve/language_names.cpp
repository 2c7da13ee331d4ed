#include "serve/language_names.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/ascii.h"

namespace regard::serve {
namespace {

struct Row {
  std::string_view code, name;
};
constexpr Row kRows[] = {
    {"ar", "Arabic"},    {"bg", "Bulgarian"},  {"ca", "Catalan"},    {"cs", "Czech"},
    {"da", "Danish"},    {"de", "German"},     {"el", "Greek"},      {"en", "English"},
    {"es", "Spanish"},   {"et", "Estonian"},   {"fi", "Finnish"},    {"fr", "French"},
    {"ga", "Irish"},     {"he", "Hebrew"},     {"hi", "Hindi"},      {"hr", "Croatian"},
    {"hu", "Hungarian"}, {"id", "Indonesian"}, {"it", "Italian"},    {"ja", "Japanese"},
    {"ko", "Korean"},    {"lt", "Lithuanian"}, {"lv", "Latvian"},    {"nb", "Norwegian"},
    {"nl", "Dutch"},     {"pl", "Polish"},     {"pt", "Portuguese"}, {"ro", "Romanian"},
    {"ru", "Russian"},   {"sk", "Slovak"},     {"sl", "Slovenian"},  {"sv", "Swedish"},
    {"tr", "Turkish"},   {"uk", "Ukrainian"},  {"vi", "Vietnamese"}, {"zh", "Chinese"},
};

// Codes from before ISO 639 changed some, of a language with several written forms, and two of
// LibreTranslate's own.
constexpr std::pair<std::string_view, std::string_view> kOtherCodes[] = {
    {"iw", "he"}, {"in", "id"}, {"no", "nb"}, {"pb", "pt"}, {"zt", "zh"}};

}  // namespace

std::string base_language(const std::string& code) {
  auto base = lower_ascii(std::string_view(code).substr(0, code.find_first_of("-_")));
  for (const auto& [other, usual] : kOtherCodes) {
    if (base == other) return std::string(usual);
  }
  return base;
}

std::string language_name(const std::string& code) {
  const auto* row = std::ranges::find(kRows, base_language(code), &Row::code);
  return row == std::end(kRows) ? code : std::string(row->name);
}

std::vector<std::string> named_languages() {
  std::vector<std::string> codes;
  for (const auto& row : kRows) codes.emplace_back(row.code);
  return codes;
}

}  // namespace regard::serve
