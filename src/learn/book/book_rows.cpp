#include "book/book_rows.h"

#include <algorithm>

#include "base/utf8.h"

namespace regard::book {
namespace {

constexpr auto kNone = std::string_view::npos;

/// The texts between two marks, one for each occurrence.
std::vector<std::string> between(std::string_view text, std::string_view begin,
                                 std::string_view end) {
  std::vector<std::string> found;
  for (size_t at = text.find(begin); at != kNone; at = text.find(begin, at)) {
    at += begin.size();
    const size_t size = text.substr(at).find(end);
    if (size == kNone) break;
    found.emplace_back(text.substr(at, size));
    at += size + end.size();
  }
  return found;
}

std::string first_of(const std::vector<std::string>& texts) {
  return texts.empty() ? std::string() : texts.front();
}

/// The paths of a cell's links: "src/x.cpp" for a link to "../src/x.cpp".
std::vector<std::string> paths_in(std::string_view cell) { return between(cell, "](../", ")"); }

/// Adds the cell of a column. Columns have the same order in both languages.
void add_cell(Row& row, size_t number, std::string_view cell) {
  switch (number) {
    case 0:
      row.formula = first_of(between(cell, "$`", "`$"));
      break;
    case 1:
      row.source = first_of(paths_in(cell));
      break;
    case 2:
      row.number = cell;
      break;
    case 3:
      row.tests = paths_in(cell);
      break;
    case 4:
      row.figures = between(cell, "`", "`");
      break;
    case 5:
      row.command = first_of(between(cell, "`", "`"));
      break;
    default:
      row.also.emplace_back(cell);
  }
}

constexpr std::string_view kOfChinese = " (Chinese edition: ", kOfEnglish = "（英文版";

/// A heading without the other edition's section number at its end.
std::string_view without_other_edition(std::string_view heading) {
  for (const auto begin : {kOfChinese, kOfEnglish}) {
    heading = heading.substr(0, heading.rfind(begin));
  }
  return heading;
}

std::string leading_number(std::string_view text) {
  return std::string(text.substr(0, text.find_first_not_of("0123456789.")));
}

std::string english_section_of(std::string_view heading) {
  const size_t other = heading.rfind(kOfEnglish);
  return leading_number(other == kNone ? heading : heading.substr(other + kOfEnglish.size()));
}

}  // namespace

std::string Row::section() const {
  const std::string_view text = heading;
  return std::string(text.substr(0, std::min(text.find(": "), text.find("："))));
}

std::vector<Row> rows_of(std::string_view page) {
  constexpr std::string_view kAnchor = "<a id=\"", kChapter = "## ", kHeading = "### ",
                             kCell = "- **";
  std::vector<Row> rows;
  std::string chapter;
  size_t cells = 0;
  bool is_code = false, is_row = false;
  while (!page.empty()) {
    const auto line = page.substr(0, page.find('\n'));
    page.remove_prefix(std::min(line.size() + 1, page.size()));
    if (line.starts_with("```")) {
      is_code = !is_code;
    } else if (is_code) {
      if (is_row) rows.back().excerpt.append(line).append("\n");
    } else if (line.starts_with(kAnchor)) {
      rows.emplace_back().anchor = first_of(between(line, kAnchor, "\""));
      rows.back().chapter = chapter;
      cells = 0;
      is_row = true;
    } else if (line.starts_with(kChapter)) {
      chapter = without_other_edition(line.substr(kChapter.size()));
      is_row = false;
    } else if (line.starts_with(kHeading) && is_row) {
      const auto heading = line.substr(kHeading.size());
      rows.back().heading = without_other_edition(heading);
      rows.back().english = english_section_of(heading);
    } else if (line.starts_with(kCell) && is_row) {
      add_cell(rows.back(), cells++, line.substr(line.find("**", kCell.size()) + 3));
    }
  }
  return rows;
}

}  // namespace regard::book
