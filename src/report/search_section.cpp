#include <algorithm>
#include <optional>

#include "comparison_sections.h"
#include "html.h"
#include "numbers.h"
#include "regard/base/str.h"
#include "regard/draw/line_chart.h"
#include "system_columns.h"

namespace regard::report {
namespace {

using compare::BeamCurve;
using compare::Comparison;

std::string calibration_chart(const Comparison& comparison) {
  draw::LineChart chart{.title = "Right as often as sure?",
                        .x = {.title = "confidence: probability of the tokens", .min = 0, .max = 1},
                        .y = {.title = "how often right", .min = 0, .max = 1},
                        .series = {{.name = "as often right as sure",
                                    .x = {0, 1},
                                    .y = {0, 1},
                                    .dash = draw::Dash::dotted,
                                    .colour = draw::kSeriesColours - 1}},
                        .width = kChartWidth,
                        .height = chart_height(comparison),
                        .values_on_hover = true};
  for (std::size_t i = 0; i < comparison.calibrations.size(); ++i) {
    if (!comparison.calibrations[i]) continue;
    draw::Series series{.name = comparison.systems[i].name, .points = true, .colour = i};
    for (const auto& bin : comparison.calibrations[i]->bins) {
      if (bin.tokens == 0) continue;
      series.x.push_back(bin.confidence);
      series.y.push_back(bin.accuracy);
    }
    chart.series.push_back(std::move(series));
  }
  return figure(draw::draw(chart), "Accuracy of tokens by their probability",
                "Below the dotted line a model is overconfident, above it underconfident.");
}

/// Of a list with something of some systems.
template <class Fact>
bool any_of(const std::vector<std::optional<Fact>>& facts) {
  return std::any_of(facts.begin(), facts.end(), [](const auto& fact) { return fact.has_value(); });
}

/// A row over such a list.
template <class Fact, class TextOf>
Row row_of(const std::string& name, const std::string& meaning,
           const std::vector<std::optional<Fact>>& facts, const TextOf& text_of) {
  Row row{.name = name, .meaning = meaning};
  for (const auto& fact : facts) row.cells.push_back({.text = fact ? text_of(*fact) : "–"});
  return row;
}

std::string calibration_html(const Comparison& comparison) {
  const auto& facts = comparison.calibrations;
  if (!any_of(facts)) return "";
  using compare::Calibration;
  DataTable table{.caption = "Tokens written by the models.", .head = system_heads(comparison)};
  table.rows.push_back(row_of("tokens", "looked at", facts, [](const Calibration& calibration) {
    return grouped(calibration.tokens);
  }));
  table.rows.push_back(
      row_of("confidence", "mean probability of a token", facts,
             [](const Calibration& calibration) { return percent(calibration.confidence); }));
  table.rows.push_back(
      row_of("accuracy", "share of tokens that are also in the reference", facts,
             [](const Calibration& calibration) { return percent(calibration.accuracy); }));
  Row error =
      row_of("calibration error", "mean gap between the two; lower is better", facts,
             [](const Calibration& calibration) { return percent(calibration.expected_error); });
  std::vector<double> errors;
  for (const auto& fact : facts) errors.push_back(fact ? fact->expected_error : kUnknown);
  mark_best(error, errors, false);
  table.rows.push_back(std::move(error));
  return str("<div class=\"beside\">\n", calibration_chart(comparison), table_html(table),
             "</div>\n");
}

std::string search_errors_html(const Comparison& comparison) {
  const auto& facts = comparison.search_errors;
  if (!any_of(facts)) return "";
  using compare::SearchErrors;
  DataTable table{.caption = "The models' scores of the references.",
                  .head = system_heads(comparison)};
  const auto share = [](int64_t part, int64_t all) {
    return all == 0 ? std::string("–")
                    : str(grouped(part), " (",
                          percent(static_cast<double>(part) / static_cast<double>(all)), ")");
  };
  table.rows.push_back(row_of("sentences", "looked at", facts, [](const SearchErrors& errors) {
    return grouped(errors.sentences);
  }));
  table.rows.push_back(
      row_of("search errors", "the reference scores higher than the translation found", facts,
             [&](const SearchErrors& errors) { return share(errors.errors, errors.sentences); }));
  table.rows.push_back(
      row_of("likelier references", "the same by log-probability, without length penalty", facts,
             [&](const SearchErrors& errors) { return share(errors.likelier, errors.sentences); }));
  table.rows.push_back(
      row_of("per token of the translations", "mean log-probability; 0 is certain", facts,
             [](const SearchErrors& errors) { return decimal(errors.hypothesis_log_prob, 3); }));
  table.rows.push_back(
      row_of("a token of the references", "mean log-probability", facts,
             [](const SearchErrors& errors) { return decimal(errors.reference_log_prob, 3); }));
  return paragraph(
             "Where a model gives the reference a higher score than its own translation, a "
             "wider search would help; elsewhere the model itself is at fault.") +
         table_html(table);
}

template <class Get>
std::string beam_chart(const Comparison& comparison, const std::string& title,
                       const std::string& caption, const Get& get) {
  draw::LineChart chart{.title = title + " by beam size",
                        .x = {.title = "beam size: hypotheses kept at each step"},
                        .y = {.title = title},
                        .width = kChartWidth,
                        .height = chart_height(comparison),
                        .values_on_hover = true};
  for (std::size_t i = 0; i < comparison.beam_curves.size(); ++i) {
    const auto& curve = comparison.beam_curves[i];
    if (curve.points.empty()) continue;
    draw::Series series{.name = comparison.systems[i].name, .points = true, .colour = i};
    for (const auto& point : curve.points) {
      series.x.push_back(static_cast<double>(point.beam_size));
      series.y.push_back(get(point));
    }
    chart.series.push_back(std::move(series));
  }
  return figure(draw::draw(chart), chart.title, caption);
}

std::string beams_html(const Comparison& comparison) {
  DataTable table{.caption = "Quality and speed by beam size.",
                  .head = {{"system"},
                           {"beam size"},
                           {"BLEU"},
                           {"chrF2"},
                           {"length ratio"},
                           {"sentences per second"},
                           {"log-probability"}}};
  std::size_t sentences = 0;
  for (std::size_t i = 0; i < comparison.beam_curves.size(); ++i) {
    sentences = std::max(sentences, comparison.beam_curves[i].sentences);
    for (const auto& point : comparison.beam_curves[i].points) {
      table.rows.push_back({.name = comparison.systems[i].name,
                            .cells = {{.text = grouped(point.beam_size)},
                                      {.text = decimal(point.bleu, 2)},
                                      {.text = decimal(point.chrf, 2)},
                                      {.text = decimal(point.length_ratio, 3)},
                                      {.text = decimal(point.sentences_per_second, 1)},
                                      {.text = decimal(point.log_prob, 2)}}});
    }
  }
  if (table.rows.empty()) return "";
  return paragraph(str("On ", grouped(static_cast<int64_t>(sentences)),
                       " sentences: gain and cost of a wider search.")) +
         str("<div class=\"charts\">\n",
             beam_chart(comparison, "BLEU", "Quality: higher is better.",
                        [](const BeamCurve::Point& point) { return point.bleu; }),
             beam_chart(comparison, "sentences per second", "Speed: higher is better.",
                        [](const BeamCurve::Point& point) { return point.sentences_per_second; }),
             "</div>\n") +
         folded("The numbers by beam size", table_html(table));
}

}  // namespace

std::string search_section(const Comparison& comparison) {
  const auto html = subsection("Calibration", calibration_html(comparison)) +
                    subsection("Search errors", search_errors_html(comparison)) +
                    subsection("Beam size", beams_html(comparison));
  return section(
      "search", "Calibration, and what search finds",
      html.empty()
          ? paragraph("Not measured: this requires models of regard, sources and references.")
          : html);
}

}  // namespace regard::report
