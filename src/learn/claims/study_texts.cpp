#include "claims/study_texts.h"

#include <cmath>

#include "base/counted.h"
#include "base/progress_bar.h"
#include "draw/diagram.h"
#include "draw/interval_chart.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

using draw::label;

double seconds_of(const Finding& finding) {
  double seconds = 0;
  for (const auto& trial : finding.trials) seconds += trial.seconds;
  return seconds;
}

std::string measured_text(const Interval& interval) {
  if (std::isnan(interval.low)) return label(interval.mean);
  if (interval.low == interval.high) return label(interval.mean) + ", always";
  return str(label(interval.mean), " [", label(interval.low), ", ", label(interval.high), "]");
}

std::string bounds_text(const Check& check) {
  if (std::isinf(check.low)) return "below " + label(check.high);
  if (std::isinf(check.high)) return "above " + label(check.low);
  return str("between ", label(check.low), " and ", label(check.high));
}

std::string answer_text(const CheckResult& result) {
  if (result.answer != Answer::open) return result.answer == Answer::yes ? "yes" : "no";
  if (!result.seeds_to_tell) return "open";
  return str("open: about ", *result.seeds_to_tell, " seeds would tell");
}

draw::IntervalChart::Row row_of(const Chart& chart, const Chart::Row& row,
                                const std::vector<Trial>& trials) {
  const bool logarithmic = chart.axis.scale == draw::Scale::log;
  std::vector<double> values;
  for (const auto& trial : trials) {
    const double value = trial.measured.at(row.measurement);
    values.push_back(logarithmic ? std::log(value) : value);
  }
  const auto interval = interval_of(values);
  const auto drawn = [&](double value) { return logarithmic ? std::exp(value) : value; };
  return {.name = row.name,
          .value = drawn(interval.mean),
          .low = drawn(interval.low),
          .high = drawn(interval.high),
          .colour = row.colour};
}

}  // namespace

std::vector<std::string> introduction(const std::vector<Finding>& findings) {
  double seconds = 0;
  for (const auto& finding : findings) seconds += seconds_of(finding);
  return {str("Each statement of Dive into Deep Learning, or of the papers that it builds on, is "
              "tried by a small experiment that regard "
              "claims runs again: ",
              counted(findings.size(), "claim"), ", ", format_duration(seconds),
              " in all on the machine that made this page."),
          "A statement becomes checks: a number, measured once for each seed, and the bounds "
          "within which it should lie. Brackets are the "
          "interval that covers the mean over seeds with 95 % confidence (Student's t). A check's "
          "answer is yes if the whole interval lies "
          "within the bounds, no if it lies outside, and open if it crosses one: there are too few "
          "seeds to tell. A claim holds if every check says yes and is refuted if every check says "
          "no. If checks differ, it depends on what they differ in. It is undecided as far as "
          "checks are open.",
          "The models are small and the data few, so that a laptop can repeat everything. A "
          "verdict is about these experiments, not about "
          "models of a hundred times their size."};
}

std::vector<CheckTexts> check_texts(const Finding& finding) {
  std::vector<CheckTexts> texts;
  for (size_t i = 0; i < finding.claim->checks.size(); ++i) {
    const auto& check = finding.claim->checks[i];
    const auto& result = finding.verdict.checks.at(i);
    texts.push_back({check.statement, check.quantity_name, measured_text(result.interval),
                     bounds_text(check), answer_text(result)});
  }
  return texts;
}

std::string effort_text(const Finding& finding) {
  return str(counted(finding.trials.size(), "seed"), ", ", format_duration(seconds_of(finding)));
}

draw::Picture charts_of(const Finding& finding) {
  std::vector<draw::Picture> charts;
  for (const auto& chart : finding.claim->charts) {
    draw::IntervalChart drawn{
        .title = chart.title, .x = chart.axis, .rows = {}, .values_on_hover = true};
    for (const auto& row : chart.rows) drawn.rows.push_back(row_of(chart, row, finding.trials));
    charts.push_back(draw::draw(drawn));
  }
  return draw::arrange(charts, 1);
}

std::string study_svg(const Finding& finding) {
  return charts_of(finding).svg(str(finding.claim->title, ": ", finding.verdict.text, '.'));
}

}  // namespace regard::claims
