#include "report/comparison_sections.h"

#include <algorithm>
#include <optional>

#include "base/utf8.h"
#include "compare/tables.h"
#include "draw/colours.h"
#include "draw/picture.h"
#include "regard/base/str.h"

namespace regard::report {

using draw::escape;

namespace {

std::string small_html(const std::string& text) {
  return text.empty() ? "" : str("<small>", escape(text), "</small>");
}

std::string name_html(const std::string& name, const std::optional<std::size_t>& system) {
  return system ? system_html(name, *system) : escape(name);
}

std::string head_html(const Head& head) {
  if (head.text.empty()) return "<td></td>";
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
                escape(cell.text), cell.spread.empty() ? "" : " ", escape(cell.spread),
                small_html(cell.small), "</td>");
  }
  return html + "</tr>\n";
}

}  // namespace

DataTable turned(DataTable table) {
  std::erase_if(table.rows, [](const Row& row) { return row.where == compare::Where::wide_page; });
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

std::string table_html(const DataTable& given) {
  if (given.rows.empty()) return "";
  const auto systems = std::count_if(given.head.begin(), given.head.end(),
                                     [](const Head& head) { return head.system.has_value(); });
  const bool turns = given.turns && systems > static_cast<std::ptrdiff_t>(compare::kFewSystems);
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

std::string paragraph(std::string_view text, std::string_view style) {
  if (text.empty()) return "";
  return str(style.empty() ? "<p>" : str("<p class=\"", style, "\">"), escape(text), "</p>\n");
}

std::string folded(std::string_view summary, std::string_view html) {
  return str("<details><summary>", escape(summary), "</summary>\n", html, "</details>\n");
}

std::string section(std::string_view id, std::string_view title, std::string_view html) {
  return str("<section id=\"", id, "\">\n<h2>", escape(title), "</h2>\n", html, "</section>\n");
}

std::string folded_section(std::string_view id, std::string_view title, std::string_view html) {
  return str("<section class=\"folded\" id=\"", id, "\">\n<details><summary><h2>", escape(title),
             "</h2></summary>\n", html, "</details>\n</section>\n");
}

std::string subsection(std::string_view title, std::string_view html) {
  return html.empty() ? "" : str("<h3>", escape(title), "</h3>\n", html);
}

std::string system_html(std::string_view name, std::size_t system) {
  return str("<span class=\"regard\"><i class=\"swatch ", draw::colour_style(system),
             "\"></i></span>", escape(name));
}

namespace {

constexpr double kWide = 500;  // in pixels; a wider picture scrolls on a phone

/// The letters and digits of the description, in lowercase, with hyphens between words.
std::string name_of_picture(const std::string& description) {
  std::string name;
  for (const char c : description) {
    if (is_ascii_letter(c) || is_ascii_digit(c)) {
      name += lower_ascii(c);
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  name.erase(name.find_last_not_of('-') + 1);
  return name.empty() ? "picture" : name;
}

}  // namespace

std::string Pictures::figure(const draw::Picture& picture, const std::string& description,
                             const std::string& caption) {
  auto name = name_of_picture(description);
  const int number = ++seen_[name];
  if (number > 1) name += str('-', number);
  auto svg = picture.svg(description);
  auto html = str(picture.width() > kWide ? "<figure class=\"wide\">" : "<figure>",
                  "<div class=\"scroll\">", svg, "</div>\n<figcaption>", draw::escape(caption),
                  "</figcaption></figure>\n");
  pictures_.push_back({.name = std::move(name), .svg = std::move(svg)});
  return html;
}

}  // namespace regard::report
