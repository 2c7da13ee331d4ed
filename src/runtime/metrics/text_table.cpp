#include "metrics/score_format.h"

#include <algorithm>

#include "base/columns.h"
#include "regard/base/str.h"

namespace regard::metrics {
namespace {

constexpr std::size_t kRoomForTitle = 2;

}  // namespace

TextTable::TextTable(std::vector<std::string> titles) {
  for (const std::string& title : titles) widths_.push_back(text_width(title) + kRoomForTitle);
  add(titles);
}

void TextTable::add(const std::vector<std::string>& row) {
  std::vector<Lines> cells;
  for (const std::string& cell : row) {
    std::size_t& column_width = widths_[cells.size()];
    cells.push_back(lines_in(cell));
    for (const std::string& line : cells.back())
      column_width = std::max(column_width, text_width(line));
  }
  rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
  std::string text = rule("╒", "═", "╤", "╕");
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (i == 1) text += rule("╞", "═", "╪", "╡");
    if (i > 1) text += rule("├", "─", "┼", "┤");
    std::size_t height = 0;
    for (const Lines& cell : rows_[i]) height = std::max(height, cell.size());
    for (std::size_t k = 0; k < height; ++k) text += line(rows_[i], k);
  }
  return text + rule("╘", "═", "╧", "╛");
}

std::string TextTable::rule(std::string_view left, std::string_view bar, std::string_view middle,
                            std::string_view right) const {
  std::string rule(left);
  for (std::size_t i = 0; i < widths_.size(); ++i) {
    for (std::size_t k = 0; k < widths_[i] + 2; ++k) rule += bar;
    rule += i + 1 < widths_.size() ? middle : right;
  }
  return rule + '\n';
}

std::string TextTable::line(const std::vector<Lines>& cells, std::size_t number) const {
  std::string line = "│";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string text = number < cells[i].size() ? cells[i][number] : std::string();
    const std::size_t space = widths_[i] - text_width(text);
    const std::size_t before = i == 0 ? space : space / 2;
    line += str(' ', std::string(before, ' '), text, std::string(space - before, ' '), " │");
  }
  return line + '\n';
}

}  // namespace regard::metrics
