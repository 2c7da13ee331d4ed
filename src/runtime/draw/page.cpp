#include "draw/page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "draw/assets.h"
#include "draw/frame.h"
#include "draw/picture.h"
#include "regard/base/str.h"

namespace regard::draw {

std::string page_head(const std::string& title, std::string_view style, std::string_view language) {
  return str("<!DOCTYPE html>\n<html lang=\"", language,
             "\">\n<head>\n<meta charset=\"utf-8\"/>\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>",
             escape(title), "</title>\n<style>\n", assets::kPageStyle, style,
             "</style>\n</head>\n<body>\n");
}

std::string page(const std::string& title, const std::string& introduction,
                 const std::vector<PageSection>& sections, std::string_view language) {
  std::string contents, body;
  for (const auto& section : sections) {
    const auto name = escape(section.name), heading = escape(section.title);
    contents += str("<li><a href=\"#", name, "\">", heading, "</a></li>\n");
    body += str("<section id=\"", name, "\">\n<h2>", heading, "</h2>\n<p>",
                escape(section.sentence), "</p>\n", section.svg, "</section>\n");
  }
  return str(page_head(title, {}, language), "<main>\n<h1>", escape(title), "</h1>\n<p>",
             escape(introduction), "</p>\n<nav><ul>\n", contents, "</ul></nav>\n", body,
             "</main>\n</body>\n</html>\n");
}

void text_box(Picture& picture, const Box& box, std::string_view text, std::string_view style,
              double size) {
  picture.rectangle(box, style, 4);
  const auto lines = wrap(std::string(text), box.width - 8, size);
  const double line_height = size * 1.25;
  double y =
      box.centre().y - line_height * (static_cast<double>(lines.size()) - 1) / 2 + size * 0.35;
  for (const auto& line : lines) {
    picture.text({box.centre().x, y}, line, {.size = size, .anchor = Anchor::middle});
    y += line_height;
  }
}

void arrow(Picture& picture, Point from, Point to, std::string_view style) {
  constexpr double length = 9, half_width = 4;
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double distance = std::hypot(dx, dy);
  if (distance == 0) return;
  const Point unit{dx / distance, dy / distance};
  const Point base{to.x - length * unit.x, to.y - length * unit.y};
  picture.line(from, base, style);
  const std::array<Point, 3> head = {
      {to,
       {base.x - half_width * unit.y, base.y + half_width * unit.x},
       {base.x + half_width * unit.y, base.y - half_width * unit.x}}};
  // The arrowhead of "line s0 dashed" has the style "mark s0".
  std::string head_style = "axis-head";
  if (const auto series = style.find(" s"); series != std::string_view::npos) {
    head_style = str("mark", style.substr(series, 3));
  }
  picture.polygon(head, head_style);
}

namespace {

constexpr double kTableMargin = 12;
constexpr double kRowHeight = 24;

std::vector<double> column_widths(const Table& table) {
  std::vector<double> widths;
  double sum = 0;
  for (size_t column = 0; column < table.head.size(); ++column) {
    double width = text_width(table.head[column]) * 1.08;  // bold text is wider
    for (const auto& row : table.rows) width = std::max(width, text_width(row[column]));
    widths.push_back(width);
    sum += width;
  }
  const double spare = (table.width - 2 * kTableMargin - sum) / static_cast<double>(widths.size());
  for (auto& width : widths) width += spare;
  return widths;
}

void draw_row(Picture& picture, double base_line, const std::vector<std::string>& cells,
              const std::vector<double>& widths, bool bold) {
  double x = kTableMargin;
  for (size_t column = 0; column < cells.size(); ++column) {
    const bool first = column == 0;
    picture.text({first ? x + 4 : x + widths[column] / 2, base_line}, cells[column],
                 {.anchor = first ? Anchor::start : Anchor::middle, .bold = bold});
    x += widths[column];
  }
}

}  // namespace

Picture draw(const Table& table) {
  for (const auto& row : table.rows) {
    if (row.size() == table.head.size()) continue;
    throw std::invalid_argument("Table: a row has " + std::to_string(row.size()) + " cells for " +
                                std::to_string(table.head.size()) + " columns");
  }
  Picture heading(table.width, 0);
  double y = draw_heading(heading, table.title, {});
  Picture picture(table.width,
                  y + kRowHeight * static_cast<double>(table.rows.size() + 1) + kTableMargin);
  picture.add(heading, {0, 0});
  const auto widths = column_widths(table);
  const auto rule = [&](const char* style) {
    picture.line({kTableMargin, y}, {table.width - kTableMargin, y}, style);
  };
  rule("axis");
  draw_row(picture, y + 16, table.head, widths, true);
  y += kRowHeight;
  rule("axis");
  for (size_t row = 0; row < table.rows.size(); ++row) {
    draw_row(picture, y + 16, table.rows[row], widths, false);
    y += kRowHeight;
    rule(row + 1 == table.rows.size() ? "axis" : "grid");
  }
  return picture;
}

}  // namespace regard::draw
