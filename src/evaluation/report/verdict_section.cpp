#include <span>

#include "base/readable.h"
#include "compare/numbers.h"
#include "draw/picture.h"
#include "regard/base/str.h"
#include "report/comparison_sections.h"

namespace regard::report {
namespace {

using compare::Comparison;
using compare::p_value;
using compare::signed_decimal;

std::string advice_html(const compare::Advice& advice) {
  std::string commands;
  for (const auto& command : advice.commands) commands += draw::escape(command) + '\n';
  return paragraph(advice.sentence) + (commands.empty() ? "" : str("<pre>", commands, "</pre>\n"));
}

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

std::string places(const compare::Rank& rank) {
  return rank.best_place == rank.worst_place ? str(rank.best_place)
                                             : str(rank.best_place, "–", rank.worst_place);
}

// The ranking of three or more systems, best first.
DataTable ranking_table(const Comparison& comparison) {
  const auto& metric = comparison.metrics.front();
  const auto facts = glance_table(comparison).rows;
  const auto costs = std::span(facts).subspan(1);  // after the metric
  DataTable table{.caption = "All systems by " + metric.name + "; ★ marks the best in a column.",
                  .head = {{"system"},
                           {.text = "place", .meaning = "possible places"},
                           {.text = metric.name, .meaning = "± is a 95 % interval"},
                           {.text = "lead", .meaning = "over the next"}},
                  .turns = false};
  for (const auto& row : costs) {
    table.head.push_back({.text = row.name, .meaning = row.meaning});
  }
  for (const auto& rank : comparison.verdict.ranking) {
    Row row{.name = comparison.systems[rank.system].name, .system = rank.system};
    row.cells = {{.text = places(rank)}, facts.front().cells[rank.system], {.text = "–"}};
    if (rank.over_next) {
      const bool is_sure = rank.over_next->p_value < compare::kSignificant;
      row.cells.back() = {.text = signed_decimal(rank.over_next->value, 2),
                          .small = str("p ", p_value(rank.over_next->p_value),
                                       is_sure ? ": significant" : ": may be due to chance"),
                          .strong = is_sure};
    }
    for (const auto& cost : costs) row.cells.push_back(cost.cells[rank.system]);
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
      str("<div class=\"verdict\">\n", advice_html(comparison.verdict.advice), paragraph(seeds),
          paragraph(comparison.verdict.which), paragraph(comparison.verdict.order),
          paragraph(comparison.verdict.where), "</div>\n",
          has_ranking ? ranking_html(comparison) : table_html(glance_table(comparison)),
          warnings_html(comparison),
          folded("What was translated, omitted or sampled",
                 text_facts(comparison.text) + notes_html(comparison.notes))));
}

}  // namespace regard::report
