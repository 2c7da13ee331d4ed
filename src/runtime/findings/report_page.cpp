#include <algorithm>

#include "base/readable.h"
#include "draw/charts.h"
#include "draw/page.h"
#include "findings/report.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"

namespace regard::findings {
namespace {

constexpr std::string_view kStyle =
    "td,th{padding:.2rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}\n"
    "td.number,th.number{text-align:right;white-space:nowrap}\n";

std::string cell(std::string_view text, bool is_number = false) {
  return str(is_number ? "<td class=\"number\">" : "<td>", draw::escape(text), "</td>");
}

std::string table_of_findings(const Report& report) {
  std::string rows;
  for (const auto& finding : report.findings) {
    const auto name = draw::escape(finding.kind.name);
    const auto link =
        finding.count > 0 ? str("<a href=\"#", name, "\">", name, "</a>") : std::string(name);
    rows += str("<tr>", cell(finding.is_looked_for ? grouped(finding.count) : "\u2013", true),
                "<td>", link, "</td>", cell(finding.kind.meaning),
                cell(name_of(finding.kind.action)), "</tr>\n");
  }
  return str(
      "<table><tr><th class=\"number\">pairs</th><th>kind</th><th>meaning</th>"
      "<th>cleaning</th></tr>\n",
      rows, "</table>\n");
}

std::string table_of_sides(const Report& report) {
  const auto& [source, target] = report.sides;
  const auto row = [](const char* name, int64_t of_source, int64_t of_target) {
    return str("<tr>", cell(name), cell(grouped(of_source), true), cell(grouped(of_target), true),
               "</tr>\n");
  };
  return str("<table><tr><th></th><th class=\"number\">source ",
             draw::escape(report.source_language), "</th><th class=\"number\">target ",
             draw::escape(report.target_language), "</th></tr>\n",
             row("words", source.words, target.words),
             row("characters", source.characters, target.characters),
             row("lines in ASCII", source.ascii, target.ascii),
             row("lines in UTF-8", source.utf8, target.utf8),
             row("lines in Windows-1252", source.windows, target.windows),
             row("lines in an unknown encoding", source.broken, target.broken), "</table>\n");
}

std::string section_of(const Finding& finding) {
  std::string rows;
  constexpr size_t kShown = 300;
  for (const auto& [where, source, target, detail] : finding.examples) {
    rows += str("<tr>", cell(printable(where)), cell(excerpt(source, kShown)),
                cell(excerpt(target, kShown)), cell(printable(detail)), "</tr>\n");
  }
  const auto name = draw::escape(finding.kind.name);
  return str("<section id=\"", name, "\"><h2>", name, ": ", grouped(finding.count), "</h2>\n<p>",
             draw::escape(finding.kind.meaning), ". ", draw::escape(finding.kind.advice),
             "</p>\n<table>", rows, "</table></section>\n");
}

std::string picture_of(const Histogram& histogram) {
  draw::BarChart chart{.title = histogram.title, .groups = histogram.ranges};
  chart.values_on_hover = true;
  const auto bars = [&](const char* name, const std::vector<int64_t>& counts) {
    chart.bars.push_back({.name = name, .values = {counts.begin(), counts.end()}});
  };
  bars(histogram.target.empty() ? "" : "source", histogram.source);
  if (!histogram.target.empty()) bars("target", histogram.target);
  return draw::draw(chart).svg(histogram.title);
}

}  // namespace

std::string page_of(const Report& report) {
  const auto files = join(report.files, ", ", [](const auto& file) {
    return str(printable(file.path), " (", file.format, ", ", grouped(file.lines), " lines",
               file.note.empty() ? "" : "; it ", printable(file.note), ')');
  });
  std::string page = draw::page_head("Sentence pairs", kStyle);
  page +=
      str("<h1>Sentence pairs</h1>\n<p>", draw::escape(files), "</p>\n<p>", grouped(report.pairs),
          " pairs, of which ", grouped(report.good), " need no cleaning.</p>\n",
          table_of_sides(report), "<h2>Findings</h2>\n", table_of_findings(report));
  for (const auto& finding : report.findings) {
    if (finding.count > 0) page += section_of(finding);
  }
  for (const auto& histogram : report.histograms) {
    page += str("<section>", picture_of(histogram), "</section>\n");
  }
  return page + "</body>\n</html>\n";
}

}  // namespace regard::findings
