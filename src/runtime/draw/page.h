#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::draw {

struct PageSection {
  std::string name;  ///< of its link: letters, digits, - and _
  std::string title;
  std::string sentence;
  std::string svg;  ///< from Picture::svg()
};

/// Colours, light and dark, and fonts of a page: the content of its <style>.
std::string_view page_style();

/// An HTML file up to <body>: its title, the content of its <style> after page_style(), and the
/// language of its text, "en" or "zh".
std::string page_head(const std::string& title, std::string_view style = {},
                      std::string_view language = "en");

/// One self-contained HTML file, without network or script: a table of contents, then the pictures.
std::string page(const std::string& title, const std::string& introduction,
                 const std::vector<PageSection>& sections, std::string_view language = "en");

}  // namespace regard::draw
