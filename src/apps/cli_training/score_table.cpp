#include "cli_training/score_table.h"

#include <string_view>

#include "base/decimals.h"
#include "regard/base/join.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

using compare::Comparison;
using compare::MetricScores;

/// Whether it leads every other system by a difference that is no chance.
bool is_best(const MetricScores& metric, std::size_t system) {
  for (std::size_t other = 0; other < metric.scores.size(); ++other) {
    if (other == system) continue;
    const auto lead = compare::lead_of(metric, system, other);
    if (lead.value <= 0 || lead.p_value >= compare::kSignificant) return false;
  }
  return metric.scores.size() > 1;
}

std::string half_interval(const MetricScores& metric, std::size_t system) {
  return fixed(metric.intervals[system].half_width, 1);
}

std::string replaced(std::string_view text, std::string_view special, std::string_view before) {
  std::string safe;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) safe += before;
    safe += c;
  }
  return safe;
}

std::string latex(const Comparison& comparison) {
  std::string head = "System", rows;
  for (const auto& metric : comparison.metrics) head += " & " + replaced(metric.name, "&%#_", "\\");
  for (std::size_t system = 0; system < comparison.systems.size(); ++system) {
    rows += replaced(comparison.systems[system].name, "&%$#_{}", "\\");
    for (const auto& metric : comparison.metrics) {
      const auto score = fixed(metric.scores[system], 1);
      rows += str(" & ", is_best(metric, system) ? "\\textbf{" + score + '}' : score, " $\\pm$ ",
                  half_interval(metric, system));
    }
    rows += " \\\\\n";
  }
  return str("% needs \\usepackage{booktabs}\n\\begin{tabular}{l",
             std::string(comparison.metrics.size(), 'r'), "}\n\\toprule\n", head,
             " \\\\\n\\midrule\n", rows, "\\bottomrule\n\\end{tabular}\n");
}

std::string markdown(const Comparison& comparison) {
  std::string head = "| System |", line = "|---|", rows;
  for (const auto& metric : comparison.metrics) {
    head += str(' ', metric.name, " |");
    line += "---:|";
  }
  for (std::size_t system = 0; system < comparison.systems.size(); ++system) {
    rows += str("| ", replaced(comparison.systems[system].name, "|*_", "\\"), " |");
    for (const auto& metric : comparison.metrics) {
      const std::string mark = is_best(metric, system) ? "**" : "";
      rows += str(' ', mark, fixed(metric.scores[system], 1), mark, " ± ",
                  half_interval(metric, system), " |");
    }
    rows += '\n';
  }
  return head + '\n' + line + '\n' + rows;
}

/// As RFC 4180 quotes it.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  return '"' + replaced(text, "\"", "\"") + '"';
}

std::string csv(const Comparison& comparison) {
  std::string text = "system";
  for (const auto& metric : comparison.metrics) {
    text += str(',', field(metric.name), ',', field(metric.name + " low"), ',',
                field(metric.name + " high"));
  }
  text += '\n';
  for (std::size_t system = 0; system < comparison.systems.size(); ++system) {
    text += field(comparison.systems[system].name);
    for (const auto& metric : comparison.metrics) {
      const auto& [mean, half_width] = metric.intervals[system];
      text += str(',', fixed(metric.scores[system], 2), ',', fixed(mean - half_width, 2), ',',
                  fixed(mean + half_width, 2));
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string score_table(const Comparison& comparison, TableFormat format) {
  switch (format) {
    case TableFormat::latex:
      return latex(comparison);
    case TableFormat::md:
      return markdown(comparison);
    case TableFormat::csv:
      return csv(comparison);
    case TableFormat::none:
      break;
  }
  return "";
}

}  // namespace regard::cli
