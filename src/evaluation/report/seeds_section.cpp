#include "compare/numbers.h"
#include "draw/charts.h"
#include "regard/base/str.h"
#include "report/comparison_sections.h"

namespace regard::report {
namespace {

using compare::Comparison;
using compare::p_value;
using compare::SeedGroups;
using compare::signed_decimal;

constexpr std::size_t kFewGroups = 3;  // maximum number of names that fit below a chart

// Shows each run as a point above the name of its group, or above the group's number if there are
// many.
std::string runs_html(Pictures& pictures, const Comparison& comparison, const SeedGroups& seeds) {
  if (comparison.metrics.empty()) return "";
  const auto& metric = comparison.metrics.front();
  draw::LineChart chart{
      .title = metric.name + " of each run",
      .x = {.title = "config", .min = 0.5, .max = static_cast<double>(seeds.groups.size()) + 0.5},
      .y = {.title = metric.name},
      .width = kChartWidth,
      .height = 300,
      .values_on_hover = true};
  for (std::size_t i = 0; i < seeds.groups.size(); ++i) {
    const auto& group = seeds.groups[i];
    const auto number = static_cast<double>(i + 1);
    chart.x.ticks.push_back(number);
    const bool is_few = seeds.groups.size() <= kFewGroups;
    if (is_few) chart.x.tick_names.push_back(group.name);
    draw::Series series{
        .name = is_few ? group.name : str(i + 1, " ", group.name), .line = false, .points = true};
    for (const auto system : group.systems) {
      series.x.push_back(number);
      series.y.push_back(metric.scores.at(system));
    }
    chart.series.push_back(std::move(series));
  }
  return pictures.figure(draw::draw(chart), chart.title,
                         "Spread over runs of the same config: the effect of randomness in "
                         "training.");
}

/// The tests with one metric, or with all metrics.
DataTable tests_table(const SeedGroups& seeds, const std::string& metric = {}) {
  const auto p_or_dash = [](const std::optional<double>& p) { return p ? p_value(*p) : "–"; };
  DataTable table{.caption = "Differences of the means.",
                  .head = {{"difference of"},
                           {"metric"},
                           {"difference"},
                           {"p (Welch's t-test)"},
                           {"p (permutations)"},
                           {"in words"}}};
  for (const auto& test : seeds.tests) {
    if (!metric.empty() && test.metric != metric) continue;
    table.rows.push_back(
        {.name = str(seeds.groups[test.second].name, " against ", seeds.groups[test.first].name),
         .cells = {{.text = test.metric},
                   {.text = signed_decimal(test.difference, 2)},
                   {.text = p_or_dash(test.p_value)},
                   {.text = p_or_dash(test.permutation_p_value)},
                   {.text = test.survives              ? "persists over seeds"
                            : test.p_value             ? "may be due to the seed"
                            : test.permutation_p_value ? "scores do not vary"
                                                       : "too few runs to tell"}}});
  }
  return table;
}

}  // namespace

std::string seeds_section(const Comparison& comparison, Pictures& pictures) {
  constexpr std::string_view title = "Several seeds";
  if (!comparison.seeds || comparison.seeds->groups.empty()) {
    return folded_section(
        "seeds", title,
        paragraph("Not requested. A model trained with another seed scores differently; "
                  "with several runs of each config, regard compare --seeds tests "
                  "whether a difference exceeds the variation between seeds."));
  }
  const auto& seeds = *comparison.seeds;
  const auto& first_metric = seeds.groups.front().metrics.front().name;
  const auto tests = seeds.groups.size() <= kFewGroups
                         ? table_html(tests_table(seeds))
                         : table_html(tests_table(seeds, first_metric)) +
                               folded("By all metrics", table_html(tests_table(seeds)));
  return folded_section(
      "seeds", title,
      str(paragraph(seeds.sentence), "<div class=\"beside\">\n",
          table_html(group_table(comparison)), runs_html(pictures, comparison, seeds), "</div>\n",
          seeds.tests.empty() ? "" : tests));
}

}  // namespace regard::report
