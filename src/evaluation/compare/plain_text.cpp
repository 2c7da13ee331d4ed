#include "compare/tables.h"

#include <algorithm>
#include <sstream>

#include "base/columns.h"
#include "base/utf8.h"

namespace regard::compare {
namespace {

using Cells = std::vector<std::string>;

constexpr std::size_t kGap = 2;          // between columns
constexpr std::size_t kLeastTitle = 20;  // minimum width of titles in turned tables
constexpr std::size_t kLeastLabel = 8;   // minimum width of labels in all tables
constexpr std::size_t kEndOfName = 6;    // characters kept at the end when a name is shortened

/// The text broken into lines of at most `most` characters. `first` starts the first line and
/// `rest` the others.
std::string broken(const std::string& text, std::size_t most, const std::string& first = {},
                   const std::string& rest = {}) {
  std::string lines, line = first;
  bool has_word = false;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (has_word && text_width(line) + 1 + text_width(word) > most) {
      lines += line + '\n';
      line = rest;
      has_word = false;
    }
    line += (has_word ? " " : "") + word;
    has_word = true;
  }
  return lines + line;
}

/// Splits a head with multi-line cells into rows of one line each; short cells are aligned at the
/// bottom.
std::vector<Cells> lines_of_head(const Cells& head) {
  std::vector<std::vector<std::string>> columns;
  std::size_t most = 1;
  for (const auto& cell : head) {
    columns.push_back(lines_in(cell));
    most = std::max(most, columns.back().size());
  }
  std::vector<Cells> rows(most, Cells(head.size()));
  for (std::size_t column = 0; column < columns.size(); ++column) {
    const auto above = most - columns[column].size();
    for (std::size_t line = 0; line < columns[column].size(); ++line) {
      rows[above + line][column] = columns[column][line];
    }
  }
  return rows;
}

/// The lines of the head, then the rows.
std::vector<Cells> below_head(const Cells& head, const std::vector<Cells>& rows) {
  auto all = lines_of_head(head);
  all.insert(all.end(), rows.begin(), rows.end());
  return all;
}

/// The total width of all columns after the first, including the gaps before them.
std::size_t width_after_first(const std::vector<std::size_t>& widths) {
  std::size_t sum = 0;
  for (std::size_t i = 1; i < widths.size(); ++i) sum += widths[i] + kGap;
  return sum;
}

}  // namespace

std::string shortened(const std::string& text, std::size_t most) {
  const auto characters = decode_utf8(text);
  if (characters.size() <= most) return text;
  std::string cut;
  for (std::size_t i = 0; i + 1 < most; ++i) append_utf8(characters[i], cut);
  return most == 0 ? std::string() : cut + "…";
}

std::string shortened_name(const std::string& name, std::size_t most) {
  const auto characters = decode_utf8(name);
  if (characters.size() <= most) return name;
  const std::size_t end = std::min(kEndOfName, most / 2);
  std::string text = shortened(name, most - end);
  for (std::size_t i = characters.size() - end; i < characters.size(); ++i) {
    append_utf8(characters[i], text);
  }
  return text;
}

std::string wrapped(const std::string& text, const std::string& first, const std::string& rest,
                    std::size_t columns) {
  return broken(text, columns, first, rest) + '\n';
}

bool has_room(const Cells& head, const std::vector<Cells>& rows, std::size_t columns) {
  const auto widths = column_widths(below_head(head, rows));
  return width_after_first(widths) + std::min(widths[0], kLeastLabel) <= columns;
}

std::string plain_table(const Cells& head, const std::vector<Cells>& rows, std::size_t columns) {
  auto all = below_head(head, rows);
  const auto room = columns - std::min(width_after_first(column_widths(all)), columns);
  for (auto& row : all) row[0] = shortened(row[0], room);
  return in_columns(all);
}

std::string turned_tables(const Cells& head, const std::vector<Cells>& rows, std::size_t columns) {
  std::size_t names = kLeastTitle;
  for (std::size_t i = 1; i < head.size(); ++i) names = std::max(names, text_width(head[i]));
  const auto title = broken(head[0], names);
  std::string text;
  for (std::size_t first = 0; first < rows.size();) {
    Cells titles = {title};
    std::vector<Cells> turned;
    for (std::size_t i = 1; i < head.size(); ++i) turned.push_back({head[i]});
    std::size_t taken = names, row = first;
    for (; row < rows.size(); ++row) {
      std::size_t widest = kLeastLabel;
      for (std::size_t i = 1; i < rows[row].size(); ++i) {
        widest = std::max(widest, text_width(rows[row][i]));
      }
      const auto label = broken(rows[row][0], widest);
      for (const auto& line : lines_in(label)) widest = std::max(widest, text_width(line));
      if (row > first && taken + kGap + widest > columns) break;
      taken += kGap + widest;
      titles.push_back(label);
      for (std::size_t i = 1; i < rows[row].size(); ++i) turned[i - 1].push_back(rows[row][i]);
    }
    text += (first == 0 ? "" : "\n") + plain_table(titles, turned, columns);
    first = row;
  }
  return text;
}

}  // namespace regard::compare
