#include "draw/table.h"

#include <algorithm>
#include <stdexcept>

#include "draw/frame.h"

namespace regard::draw {
namespace {

constexpr double kTableMargin = 12;
constexpr double kRowHeight = 24;

std::vector<double> column_widths(const Table& table) {
  std::vector<double> widths;
  double sum = 0;
  for (size_t column = 0; column < table.head.size(); ++column) {
    double width = text_width(table.head[column]) * 1.08;  // bold
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
