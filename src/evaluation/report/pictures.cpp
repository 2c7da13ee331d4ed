#include "report/pictures.h"

#include "base/ascii.h"
#include "regard/base/str.h"

namespace regard::report {
namespace {

constexpr double kWide = 500;  // pixels: a picture that is wider scrolls on a phone

/// Letters and digits of the description, in lower case, with hyphens between its words.
std::string name_of_picture(const std::string& description) {
  std::string name;
  for (const char c : description) {
    if (is_ascii_letter(c) || is_ascii_digit(c)) {
      name += lower_ascii(c);
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  name.erase(name.find_last_not_of('-') + 1);
  return name.empty() ? "picture" : name;
}

}  // namespace

std::string Pictures::figure(const draw::Picture& picture, const std::string& description,
                             const std::string& caption) {
  auto name = name_of_picture(description);
  const int number = ++seen_[name];
  if (number > 1) name += str('-', number);
  auto svg = picture.svg(description);
  auto html = str(picture.width() > kWide ? "<figure class=\"wide\">" : "<figure>",
                  "<div class=\"scroll\">", svg, "</div>\n<figcaption>", draw::escape(caption),
                  "</figcaption></figure>\n");
  pictures_.push_back({.name = std::move(name), .svg = std::move(svg)});
  return html;
}

}  // namespace regard::report
