#include <algorithm>
#include <cmath>
#include <set>

#include "base/readable.h"
#include "compare/numbers.h"
#include "draw/charts.h"
#include "regard/base/str.h"
#include "report/comparison_sections.h"
#include "runs/run_log.h"

namespace regard::report {
namespace {

using compare::Comparison;

// Facts that are too wide for the columns of a table with many systems.
std::string wide_facts_html(const Comparison& comparison, const DataTable& table) {
  if (!are_many(comparison)) return "";
  std::string items;
  for (std::size_t i = 0; i < comparison.systems.size(); ++i) {
    std::string facts;
    for (const auto& row : table.rows) {
      if (row.where != compare::Where::wide_page) continue;
      facts += (facts.empty() ? "" : ": ") + row.cells[i].text;
    }
    items += str("<dt>", system_html(comparison.systems[i].name, i), "</dt><dd>",
                 draw::escape(facts), "</dd>\n");
  }
  return folded("Origin and differing model options of each",
                str("<dl class=\"facts\">\n", items, "</dl>\n"));
}

std::string decoding_html(const Comparison& comparison) {
  const auto* first = compare::first_decoding(comparison);
  if (first == nullptr) return "";
  return paragraph(str("All systems were measured alternately, ",
                       counted(first->rounds.size(), "round"), " of ",
                       counted(first->sentences, "sentence"), ", with beams of ", first->beam_size,
                       " on ", counted(first->threads, "thread"),
                       ", so that other work on the machine affects all of them alike.")) +
         table_html(decoding_table(comparison));
}

// A logged curve over steps or over minutes of training.
std::string curve_html(Pictures& pictures, const Comparison& comparison, const std::string& name,
                       const std::string& title, bool over_minutes) {
  draw::LineChart chart{.title = title + (over_minutes ? " over time" : " over steps"),
                        .x = {.title = over_minutes ? "minutes of training" : "steps"},
                        .y = {.title = title},
                        .width = kChartWidth,
                        .height = chart_height(comparison),
                        .values_on_hover = true};
  for (std::size_t i = 0; i < comparison.systems.size(); ++i) {
    const auto& model = comparison.systems[i].model;
    if (!model || !model->curves.contains(name)) continue;
    const auto& curve = model->curves.at(name);
    const auto& x = over_minutes ? curve.minutes : curve.steps;
    if (std::none_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); })) {
      continue;
    }
    chart.series.push_back({.name = comparison.systems[i].name,
                            .x = x,
                            .y = curve.values,
                            .points = curve.values.size() < 40,
                            .colour = i});
  }
  if (chart.series.empty()) return "";
  return pictures.figure(draw::draw(chart), chart.title,
                         over_minutes
                             ? "Quality by training time."
                             : "Quality by updates of the weights, regardless of their time.");
}

/// The names of the validation sets, from models that have more than one.
std::set<std::string> validation_texts(const Comparison& comparison) {
  std::set<std::string> all;
  for (const auto& system : comparison.systems) {
    if (!system.model) continue;
    for (auto& text : train::validation_texts(system.model->curves)) all.insert(std::move(text));
  }
  return all;
}

std::string curves_html(Pictures& pictures, const Comparison& comparison) {
  std::string figures;
  for (const auto& [name, title] :
       {std::pair("valid/bleu", "validation BLEU"), std::pair("valid/loss", "validation loss")}) {
    for (const bool over_minutes : {false, true}) {
      figures += curve_html(pictures, comparison, name, title, over_minutes);
    }
  }
  for (const auto& text : validation_texts(comparison)) {
    figures += curve_html(pictures, comparison, str("valid/", text, "/bleu"),
                          "validation BLEU, " + text, false);
  }
  return figures.empty() ? "" : str("<div class=\"charts\">\n", figures, "</div>\n");
}

}  // namespace

std::string models_section(const Comparison& comparison, Pictures& pictures) {
  const auto table = model_table(comparison);
  if (table.rows.empty()) {
    return folded_section(
        "models", "Models side by side",
        paragraph("Only translations were given; the systems that made them are unknown."));
  }
  return folded_section("models", "Models side by side",
                        table_html(table) + wide_facts_html(comparison, table) +
                            subsection("Speed and memory", decoding_html(comparison)) +
                            subsection("Training", curves_html(pictures, comparison)));
}

}  // namespace regard::report
