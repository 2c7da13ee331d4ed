#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "draw/picture.h"

namespace regard::draw {

struct PageSection {
  std::string name;  ///< anchor of the section: letters, digits, - and _
  std::string title;
  std::string sentence;
  std::string svg;  ///< the result of Picture::svg()
};

/// An HTML file up to <body>: its title, the content of its <style> after the shared styles, and
/// the language of its text, "en" or "zh".
std::string page_head(const std::string& title, std::string_view style = {},
                      std::string_view language = "en");

/// A self-contained HTML file without network access or scripts: a table of contents, then the
/// pictures.
std::string page(const std::string& title, const std::string& introduction,
                 const std::vector<PageSection>& sections, std::string_view language = "en");

/// A box with centered text, on as many lines as it needs. `style`: box, chosen, faint box.
void text_box(Picture& picture, const Box& box, std::string_view text,
              std::string_view style = "box", double size = kTextSize);

/// A line with an arrowhead at `to`. `style` is a line style: "axis", "line s0", "line s1 dashed".
void arrow(Picture& picture, Point from, Point to, std::string_view style = "axis");

/// A table with a header; the first column is left-aligned, and the others are centered. Columns
/// are as wide as their text and share the remaining width.
struct Table {
  std::string title = {};
  std::vector<std::string> head = {};
  std::vector<std::vector<std::string>> rows = {};
  double width = kWidth;
};

/// Throws std::invalid_argument if a row's number of cells differs from the header's.
Picture draw(const Table& table);

}  // namespace regard::draw
