#include "comparison_sections.h"
#include "html.h"
#include "numbers.h"
#include "regard/base/str.h"
#include "regard/compare/significance_level.h"
#include "system_columns.h"

namespace regard::report {
namespace {

using compare::Comparison;

std::string warnings_html(const Comparison& comparison) {
  if (comparison.warnings.empty()) {
    return "<p class=\"fine\">No sign of an unfair comparison was found.</p>\n";
  }
  std::string items;
  for (const auto& warning : comparison.warnings) {
    items += str("<li><b>", draw::escape(warning.kind), "</b>: ", draw::escape(warning.sentence),
                 "</li>\n");
  }
  return str(
      "<p>Read the verdict with care: the systems differ in more than their architecture.</p>\n",
      "<ul class=\"warnings\">\n", items, "</ul>\n");
}

Row metric_row(const compare::MetricScores& metric) {
  Row row{.name = metric.name,
          .meaning = metric.higher_is_better
                         ? "quality, 0 to 100; higher is better; ± is a 95 % interval"
                         : "errors; lower is better; ± is a 95 % interval"};
  for (std::size_t i = 0; i < metric.scores.size(); ++i) {
    row.cells.push_back({.text = decimal(metric.scores[i], 1),
                         .small = "± " + decimal(metric.intervals[i].half_width, 1)});
  }
  mark_best(row, metric.scores, metric.higher_is_better);
  return row;
}

void add_costs(DataTable& table, const Comparison& comparison) {
  add_row(table, comparison, "speed", "sentences translated per second", Best::highest,
          of_decoding([](const auto& decoding) { return decoding.median.sentences_per_second; }),
          [](double value) { return decimal(value, 1); });
  add_row(table, comparison, "size", "trainable numbers (parameters)", Best::lowest,
          of_model([](const auto& model) { return model.parameters; }), rounded_count);
  add_row(table, comparison, "training time", "of the run, on the machine used", Best::lowest,
          of_model([](const auto& model) { return model.minutes > 0 ? model.minutes : kUnknown; }),
          duration);
}

// Quality against what it costs, in a few lines.
DataTable glance_table(const Comparison& comparison) {
  DataTable table{.caption = "At a glance; ★ marks the best of a row.",
                  .head = system_heads(comparison)};
  if (!comparison.metrics.empty()) table.rows.push_back(metric_row(comparison.metrics.front()));
  add_costs(table, comparison);
  return table;
}

std::string places(const compare::Rank& rank) {
  return rank.best_place == rank.worst_place ? str(rank.best_place)
                                             : str(rank.best_place, "–", rank.worst_place);
}

// The same of three systems or more, the best first.
DataTable ranking_table(const Comparison& comparison) {
  const auto& metric = comparison.metrics.front();
  DataTable costs;
  add_costs(costs, comparison);
  DataTable table{.caption = "All systems by " + metric.name + "; ★ marks the best of a column.",
                  .head = {{"system"},
                           {.text = "place", .meaning = "possible places"},
                           {.text = metric.name, .meaning = "± is a 95 % interval"},
                           {.text = "lead", .meaning = "over the next"}},
                  .turns = false};
  for (const auto& row : costs.rows) {
    table.head.push_back({.text = row.name, .meaning = row.meaning});
  }
  for (const auto& rank : comparison.verdict.ranking) {
    Row row{.name = comparison.systems[rank.system].name, .system = rank.system};
    row.cells = {{.text = places(rank)},
                 {.text = decimal(metric.scores[rank.system], 1),
                  .small = "± " + decimal(metric.intervals[rank.system].half_width, 1)},
                 {.text = "–"}};
    if (rank.over_next) {
      const bool is_sure = rank.over_next->p_value < compare::kSignificant;
      row.cells.back() = {.text = signed_decimal(rank.over_next->value, 2),
                          .small = str("p ", p_value(rank.over_next->p_value),
                                       is_sure ? ": significant" : ": may be due to chance"),
                          .strong = is_sure};
    }
    for (const auto& cost : costs.rows) row.cells.push_back(cost.cells[rank.system]);
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string ranking_html(const Comparison& comparison) {
  const auto systems = comparison.systems.size();
  return table_html(ranking_table(comparison)) +
         paragraph(str("A system ranks below all that are significantly better and above all that "
                       "are significantly worse. Each pair is tested separately, so one in twenty "
                       "pairs of equally good systems appears to differ by chance; here there are ",
                       systems * (systems - 1) / 2, " pairs."),
                   "note");
}

std::string fact(std::string_view name, std::string_view value) {
  return value.empty() ? "" : str("<dt>", name, "</dt><dd>", draw::escape(value), "</dd>\n");
}

std::string text_facts(const compare::TestText& text) {
  return str("<dl class=\"facts\">\n", fact("source", text.source),
             fact("reference", text.reference == text.source ? "" : text.reference),
             fact("sentences", grouped(static_cast<int64_t>(text.sentences))),
             fact("words of the source",
                  text.source_words == 0 ? "" : grouped(static_cast<int64_t>(text.source_words))),
             fact("words of the reference", grouped(static_cast<int64_t>(text.reference_words))),
             "</dl>\n");
}

std::string notes_html(const std::vector<std::string>& notes) {
  std::string items;
  for (const auto& note : notes) items += str("<li>", draw::escape(note), "</li>\n");
  return items.empty() ? "" : str("<ul class=\"note\">\n", items, "</ul>\n");
}

}  // namespace

std::string verdict_section(const Comparison& comparison) {
  const auto seeds = comparison.seeds ? comparison.seeds->sentence : std::string();
  const bool has_ranking = comparison.verdict.ranking.size() > 2;
  return section(
      "verdict", "Verdict",
      str("<div class=\"verdict\">\n", paragraph(seeds), paragraph(comparison.verdict.which),
          paragraph(comparison.verdict.order), paragraph(comparison.verdict.where), "</div>\n",
          has_ranking ? ranking_html(comparison) : "", warnings_html(comparison),
          "<div class=\"beside\">\n", has_ranking ? "" : table_html(glance_table(comparison)),
          "<div>\n", subsection("What was translated", text_facts(comparison.text)),
          "</div>\n<div>\n", subsection("Omitted or sampled", notes_html(comparison.notes)),
          "</div>\n</div>\n"));
}

}  // namespace regard::report
