#include "base/columns.h"

#include <algorithm>

#include "base/utf8.h"

namespace regard {

size_t text_width(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char byte) { return !continues_character(byte); }));
}

std::vector<std::string> lines_in(std::string_view text) {
  std::vector<std::string> lines;
  for (size_t end = 0; end != std::string_view::npos;) {
    end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end != std::string_view::npos) text.remove_prefix(end + 1);
  }
  return lines;
}

std::string padded(std::string_view text, size_t width, bool ends_there) {
  const std::string blanks(width - std::min(width, text_width(text)), ' ');
  return ends_there ? blanks + std::string(text) : std::string(text) + blanks;
}

std::vector<size_t> column_widths(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], text_width(row[i]));
  }
  return widths;
}

std::string in_columns(const std::vector<std::vector<std::string>>& rows, size_t left) {
  const auto widths = column_widths(rows);
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      line += (i == 0 ? "" : "  ") + padded(row[i], widths[i], i >= left);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace regard
