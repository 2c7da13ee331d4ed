#include "book/book_links.h"

#include <algorithm>

#include "regard/base/str.h"

namespace regard::book {

namespace {

/// Whether the text contains `cited`, which ends with a section number, not followed by a digit.
bool names(std::string_view text, std::string_view cited) {
  for (size_t at = text.find(cited); at != std::string_view::npos; at = text.find(cited, at + 1)) {
    const char behind = at + cited.size() < text.size() ? text[at + cited.size()] : ';';
    if (behind < '0' || behind > '9') return true;
  }
  return false;
}

}  // namespace

bool has_section(std::string_view text, std::string_view section) {
  return names(str(' ', text), str(' ', section));
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

std::vector<std::string> exercises_about(std::string_view exercises, std::string_view cited) {
  constexpr std::string_view kHeading = "\n## ";
  std::vector<std::string> headings;
  for (size_t at = exercises.find(kHeading); at != std::string_view::npos;) {
    const size_t begin = at + kHeading.size();
    at = exercises.find(kHeading, begin);
    const auto text = exercises.substr(begin, at == std::string_view::npos ? at : at - begin);
    if (names(text, cited)) headings.emplace_back(text.substr(0, text.find('\n')));
  }
  return headings;
}

}  // namespace regard::book
