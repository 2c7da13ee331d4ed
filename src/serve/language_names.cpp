#include "serve/language_names.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "regard/base/ascii.h"

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
  return lower_ascii(std::string_view(code).substr(0, code.find_first_of("-_")));
}

std::string language_name(const std::string& code) {
  const auto* row = std::ranges::find(kRows, base_language(code), &Row::code);
  return row == std::end(kRows) ? code : std::string(row->name);
}

}  // namespace regard::serve
