#include "html.h"

#include <algorithm>
#include <cmath>

#include "regard/base/str.h"
#include "regard/draw/colours.h"

namespace regard::report {

using draw::escape;

namespace {

constexpr double kWide = 500;  // pixels: a picture that is wider scrolls on a phone

std::string small_html(const std::string& text) {
  return text.empty() ? "" : str("<small>", escape(text), "</small>");
}

std::string name_html(const std::string& name, const std::optional<std::size_t>& system) {
  return system ? system_html(name, *system) : escape(name);
}

std::string head_html(const Head& head) {
  return str("<th scope=\"col\">", name_html(head.text, head.system), small_html(head.meaning),
             "</th>");
}

std::string row_html(const Row& row) {
  auto html = str("<tr><th scope=\"row\">", name_html(row.name, row.system),
                  small_html(row.meaning), "</th>");
  for (const auto& cell : row.cells) {
    html += str(cell.best     ? "<td class=\"best\">"
                : cell.strong ? "<td class=\"strong\">"
                              : "<td>",
                escape(cell.text), small_html(cell.small), "</td>");
  }
  return html + "</tr>\n";
}

DataTable turned(const DataTable& table) {
  DataTable result{.caption = table.caption, .head = {{"system"}}};
  for (const auto& row : table.rows) {
    result.head.push_back({.text = row.name, .system = row.system, .meaning = row.meaning});
  }
  for (std::size_t column = 1; column < table.head.size(); ++column) {
    Row row{.name = table.head[column].text, .system = table.head[column].system};
    for (const auto& other : table.rows) row.cells.push_back(other.cells.at(column - 1));
    result.rows.push_back(std::move(row));
  }
  return result;
}

}  // namespace

std::string table_html(const DataTable& given) {
  const auto systems = std::count_if(given.head.begin(), given.head.end(),
                                     [](const Head& head) { return head.system.has_value(); });
  const bool turns = given.turns && systems > static_cast<std::ptrdiff_t>(kFewSystems);
  const auto table = turns ? turned(given) : given;
  std::string head, rows;
  for (const auto& cell : table.head) head += head_html(cell);
  for (const auto& row : table.rows) rows += row_html(row);
  const auto caption = escape(table.caption);
  return str("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"", caption,
             turns ? "\">\n<table class=\"turned\">\n<caption>" : "\">\n<table>\n<caption>",
             caption, "</caption>\n<thead><tr>", head, "</tr></thead>\n<tbody>\n", rows,
             "</tbody>\n</table>\n</div>\n");
}

void mark_best(Row& row, const std::vector<double>& values, bool higher_is_better) {
  std::vector<double> known;
  for (const double value : values) {
    if (std::isfinite(value)) known.push_back(value);
  }
  if (known.empty()) return;
  const double best = higher_is_better ? *std::max_element(known.begin(), known.end())
                                       : *std::min_element(known.begin(), known.end());
  const auto at = std::find(values.begin(), values.end(), best) - values.begin();
  const auto text = row.cells[static_cast<std::size_t>(at)].text;
  bool differ = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    differ |= std::isfinite(values[i]) && row.cells[i].text != text;
  }
  for (auto& cell : row.cells) cell.best = differ && cell.text == text;
}

std::string paragraph(std::string_view text, std::string_view style) {
  if (text.empty()) return "";
  return str(style.empty() ? "<p>" : str("<p class=\"", style, "\">"), escape(text), "</p>\n");
}

std::string figure(const draw::Picture& picture, const std::string& description,
                   const std::string& caption) {
  return str(picture.width() > kWide ? "<figure class=\"wide\">" : "<figure>",
             "<div class=\"scroll\">", picture.svg(description), "</div>\n<figcaption>",
             escape(caption), "</figcaption></figure>\n");
}

std::string folded(std::string_view summary, std::string_view html) {
  return str("<details><summary>", escape(summary), "</summary>\n", html, "</details>\n");
}

std::string section(std::string_view id, std::string_view title, std::string_view html) {
  return str("<section id=\"", id, "\">\n<h2>", escape(title), "</h2>\n", html, "</section>\n");
}

std::string subsection(std::string_view title, std::string_view html) {
  return html.empty() ? "" : str("<h3>", escape(title), "</h3>\n", html);
}

std::string system_html(std::string_view name, std::size_t system) {
  return str("<span class=\"regard\"><i class=\"swatch ", draw::colour_style(system),
             "\"></i></span>", escape(name));
}

}  // namespace regard::report
