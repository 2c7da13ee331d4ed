#include "regard/report/pictures.h"

#include <algorithm>
#include <map>

#include "regard/base/ascii.h"
#include "regard/base/str.h"

namespace regard::report {
namespace {

constexpr std::string_view kBegin = "<svg xmlns=";  // the windows inside a picture have no xmlns
constexpr std::string_view kOpen = "<svg";
constexpr std::string_view kClose = "</svg>";
constexpr std::string_view kDescription = "aria-label=\"";

/// Behind the end of the picture that begins at `begin`; npos where it has none.
size_t end_of(std::string_view page, size_t begin) {
  int depth = 0;
  for (size_t at = begin;;) {
    const size_t close = page.find(kClose, at);
    if (close == std::string_view::npos) return close;
    const size_t open = page.find(kOpen, at);
    if (open < close) {
      ++depth;
      at = open + kOpen.size();
      continue;
    }
    at = close + kClose.size();
    if (--depth == 0) return at;
  }
}

/// Letters and digits of the description, in lower case, with hyphens between its words.
std::string name_of_picture(std::string_view svg) {
  const size_t begin = svg.find(kDescription);
  if (begin == std::string_view::npos) return "picture";
  const size_t text = begin + kDescription.size();
  std::string name;
  for (const char c : svg.substr(text, svg.find('"', text) - text)) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (is_ascii_letter(c) || is_ascii_digit(c)) {
      name += lower;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  name.erase(name.find_last_not_of('-') + 1);
  return name.empty() ? "picture" : name;
}

}  // namespace

std::vector<PagePicture> pictures_of(std::string_view page) {
  std::vector<PagePicture> pictures;
  std::map<std::string, int> seen;
  for (size_t begin = page.find(kBegin); begin != std::string_view::npos;) {
    const size_t end = end_of(page, begin);
    if (end == std::string_view::npos) break;
    const auto svg = page.substr(begin, end - begin);
    auto name = name_of_picture(svg);
    const int number = ++seen[name];
    if (number > 1) name += str('-', number);
    pictures.push_back({.name = std::move(name), .svg = str(svg, '\n')});
    begin = page.find(kBegin, end);
  }
  return pictures;
}

}  // namespace regard::report
