#include "book/book_links.h"

#include <algorithm>

#include "regard/base/str.h"

namespace regard::book {

bool has_section(std::string_view text, std::string_view section) {
  for (size_t at = text.find(section); at != std::string_view::npos;
       at = text.find(section, at + 1)) {
    const char before = at == 0 ? ' ' : text[at - 1];
    const char behind = at + section.size() < text.size() ? text[at + section.size()] : ';';
    if (before == ' ' && (behind < '0' || behind > '9')) return true;
  }
  return false;
}

std::string verdict_of(std::string_view study, std::string_view title) {
  for (const std::string_view colon : {": ", "："}) {
    const auto heading = str("\n## ", title, colon);
    const size_t at = study.find(heading);
    if (at == std::string_view::npos) continue;
    const size_t begin = at + heading.size();
    return std::string(study.substr(begin, study.find('\n', begin) - begin));
  }
  return {};
}

std::vector<std::string> exercises_about(std::string_view exercises, std::string_view section) {
  constexpr std::string_view kHeading = "\n## ";
  std::vector<std::string> headings;
  for (size_t at = exercises.find(kHeading); at != std::string_view::npos;) {
    const size_t begin = at + kHeading.size();
    at = exercises.find(kHeading, begin);
    const auto text = exercises.substr(begin, at == std::string_view::npos ? at : at - begin);
    if (has_section(text, section)) headings.emplace_back(text.substr(0, text.find('\n')));
  }
  return headings;
}

}  // namespace regard::book
