#include <algorithm>

#include "base/readable.h"
#include "compare/fact_rows.h"
#include "compare/numbers.h"
#include "draw/charts.h"
#include "regard/base/str.h"
#include "report/comparison_sections.h"

namespace regard::report {
namespace {

using compare::BeamCurve;
using compare::Comparison;

std::string calibration_chart(Pictures& pictures, const Comparison& comparison) {
  draw::LineChart chart{.title = "Confidence and accuracy",
                        .x = {.title = "confidence: probability of the tokens", .min = 0, .max = 1},
                        .y = {.title = "accuracy", .min = 0, .max = 1},
                        .series = {{.name = "confidence equal to accuracy",
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
  return pictures.figure(
      draw::draw(chart), "Accuracy of tokens by their probability",
      "Below the dotted line a model is overconfident, above it underconfident.");
}

std::string calibration_html(Pictures& pictures, const Comparison& comparison) {
  const auto table = table_html(calibration_table(comparison));
  if (table.empty()) return "";
  return str("<div class=\"beside\">\n", calibration_chart(pictures, comparison), table,
             "</div>\n");
}

std::string search_errors_html(const Comparison& comparison) {
  const auto table = table_html(search_error_table(comparison));
  if (table.empty()) return "";
  return paragraph(
             "If a model gives the reference a higher score than its own translation, a wider "
             "search would help; otherwise the model itself is at fault.") +
         table;
}

template <class Get>
std::string beam_chart(Pictures& pictures, const Comparison& comparison, const std::string& title,
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
  return pictures.figure(draw::draw(chart), chart.title, caption);
}

std::string beams_html(Pictures& pictures, const Comparison& comparison) {
  DataTable table{.caption = "Quality and speed by beam size.", .head = {{"system"}}};
  std::vector<const BeamCurve::Point*> points;
  std::size_t sentences = 0;
  for (std::size_t i = 0; i < comparison.beam_curves.size(); ++i) {
    sentences = std::max(sentences, comparison.beam_curves[i].sentences);
    for (const auto& point : comparison.beam_curves[i].points) {
      points.push_back(&point);
      table.head.push_back({comparison.systems[i].name});
    }
  }
  if (points.empty()) return "";
  table.rows = compare::fact_rows(std::move(points));
  return paragraph(str("On ", grouped(static_cast<int64_t>(sentences)),
                       " sentences: gain and cost of a wider search.")) +
         str("<div class=\"charts\">\n",
             beam_chart(pictures, comparison, "BLEU", "Quality: higher is better.",
                        [](const BeamCurve::Point& point) { return point.bleu; }),
             beam_chart(pictures, comparison, "sentences per second", "Speed: higher is better.",
                        [](const BeamCurve::Point& point) { return point.sentences_per_second; }),
             "</div>\n") +
         folded("The numbers by beam size", table_html(turned(std::move(table))));
}

}  // namespace

std::string search_section(const Comparison& comparison, Pictures& pictures) {
  const auto html = subsection("Calibration", calibration_html(pictures, comparison)) +
                    subsection("Search errors", search_errors_html(comparison)) +
                    subsection("Beam size", beams_html(pictures, comparison));
  return folded_section(
      "search", "Calibration, and what search finds",
      html.empty() ? paragraph("Not measured: this requires regard models, sources and references.")
                   : html);
}

}  // namespace regard::report
