#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::draw {

struct PageSection {
  std::string name;  ///< of the link to it: letters, digits, - and _
  std::string title;
  std::string sentence;
  std::string svg;  ///< as Picture::svg() gives it
};

/// Colours, light and dark, and type of a page: the content of its <style>.
std::string_view page_style();

/// One HTML file that needs nothing beside it, no network and no script: a list of contents, then
/// the pictures.
std::string page(const std::string& title, const std::string& introduction,
                 const std::vector<PageSection>& sections);

}  // namespace regard::draw
