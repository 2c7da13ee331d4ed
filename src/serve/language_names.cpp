#include "serve/language_names.h"

#include <algorithm>
#include <iterator>
#include <string_view>

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

}  // namespace

std::string base_language(const std::string& code) {
  auto base = code.substr(0, code.find_first_of("-_"));
  std::ranges::transform(base, base.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return base;
}

std::string language_name(const std::string& code) {
  const auto* row =
      std::ranges::find_if(kRows, [&](const Row& one) { return one.code == base_language(code); });
  return row == std::end(kRows) ? code : std::string(row->name);
}

}  // namespace regard::serve
