#include <sstream>

#include "download/layouts.h"

namespace regard::download {
namespace {

/// A page's descriptions of its command and of its examples. Each precedes the example's code.
struct Page {
  std::vector<std::string> descriptions;  // lines "> ..."
  std::vector<std::string> examples;      // lines "- ...:"
};

Page page_of(const std::string& text) {
  Page page;
  std::string example;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("> ")) page.descriptions.push_back(line.substr(2));
    if (line.starts_with("- ")) example = line.substr(2);
    if (line.starts_with("`")) page.examples.push_back(example);
  }
  return page;
}

}  // namespace

std::string french_tldr_page(const std::string& english_name) {
  constexpr std::string_view kEnglish = "pages/", kFrench = "pages.fr/";
  const size_t at = english_name.find(kEnglish);
  const bool is_folder = at == 0 || (at != std::string::npos && english_name[at - 1] == '/');
  if (!is_folder || !english_name.ends_with(".md")) return {};
  return std::string(english_name).replace(at, kEnglish.size(), kFrench);
}

/// Examples are left out if their numbers differ, because translations lag behind.
Texts pairs_of_tldr_pages(const std::string& english, const std::string& french) {
  const auto one = page_of(english), other = page_of(french);
  Texts pairs;
  if (one.descriptions.size() == other.descriptions.size()) {
    for (size_t i = 0; i < one.descriptions.size(); ++i) {
      pairs.emplace_back(one.descriptions[i], other.descriptions[i]);
    }
  }
  if (one.examples.size() != other.examples.size()) return pairs;
  for (size_t i = 0; i < one.examples.size(); ++i) {
    pairs.emplace_back(one.examples[i], other.examples[i]);
  }
  return pairs;
}

}  // namespace regard::download
