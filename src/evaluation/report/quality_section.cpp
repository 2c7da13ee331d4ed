#include <algorithm>
#include <limits>
#include <optional>

#include "base/readable.h"
#include "compare/numbers.h"
#include "draw/charts.h"
#include "regard/base/str.h"
#include "report/comparison_sections.h"

namespace regard::report {
namespace {

using compare::Comparison;
using compare::p_value;
using compare::signed_decimal;

constexpr double kNarrow = 460;       // in pixels; two fit side by side
constexpr std::size_t kFewBars = 14;  // maximum number of bars in a narrow chart

draw::BarChart chart_of(const Comparison& comparison, const std::string& title,
                        std::vector<std::string> groups, const std::string& y_title) {
  const bool narrow = groups.size() * comparison.systems.size() <= kFewBars;
  draw::BarChart chart{.title = title,
                       .groups = std::move(groups),
                       .y = {.title = y_title},
                       .values_on_hover = true,
                       .width = narrow ? kNarrow : draw::kWidth,
                       .height = 300};
  for (const auto& system : comparison.systems) {
    chart.bars.push_back({.name = system.name});
  }
  return chart;
}

std::vector<std::string> names_of(const DataTable& table) {
  std::vector<std::string> names;
  for (const auto& row : table.rows) names.push_back(row.name);
  return names;
}

// --- The whole test set.

constexpr std::string_view kIntervals =
    "Thin lines are 95 % intervals: the likely scores on other texts of this kind.";

// Used for many systems; shows the best first.
std::string first_metric_chart(Pictures& pictures, const Comparison& comparison) {
  const auto& metric = comparison.metrics.front();
  draw::IntervalChart chart{.title = metric.name + " of the whole text",
                            .x = {.title = metric.name},
                            .width = kNarrow,
                            .values_on_hover = true};
  for (const auto& rank : comparison.verdict.ranking) {
    const auto& interval = metric.intervals[rank.system];
    chart.rows.push_back({.name = comparison.systems[rank.system].name,
                          .value = metric.scores[rank.system],
                          .low = interval.mean - interval.half_width,
                          .high = interval.mean + interval.half_width,
                          .colour = rank.system});
  }
  return pictures.figure(draw::draw(chart), chart.title,
                         str(kIntervals,
                             " All systems translate the same sentences, so two may differ "
                             "significantly although their intervals overlap."));
}

void add_score(draw::Bars& bars, double score, const std::optional<metrics::Interval>& interval) {
  constexpr auto kNone = std::numeric_limits<double>::quiet_NaN();
  bars.values.push_back(score);
  bars.low.push_back(interval ? interval->mean - interval->half_width : kNone);
  bars.high.push_back(interval ? interval->mean + interval->half_width : kNone);
}

std::string metrics_chart(Pictures& pictures, const Comparison& comparison) {
  std::vector<std::string> names;
  for (const auto& metric : comparison.metrics) names.push_back(metric.name);
  auto chart = chart_of(comparison, "Scores of the whole text", names, "score");
  for (const auto& metric : comparison.metrics) {
    for (std::size_t i = 0; i < metric.scores.size(); ++i) {
      add_score(chart.bars[i], metric.scores[i], metric.intervals[i]);
    }
  }
  return pictures.figure(draw::draw(chart), "Scores of all systems by each metric",
                         std::string(kIntervals));
}

std::string scores_html(Pictures& pictures, const Comparison& comparison) {
  return str("<div class=\"beside\">\n", table_html(score_table(comparison)),
             are_many(comparison) ? first_metric_chart(pictures, comparison)
                                  : metrics_chart(pictures, comparison),
             "</div>\n");
}

std::string in_words(const compare::MetricScores& metric, const compare::PairedDifference& pair,
                     const std::vector<compare::System>& systems) {
  if (pair.p_value >= compare::kSignificant) return "may be due to chance";
  const bool second_is_better = (pair.difference > 0) == metric.higher_is_better;
  return systems[second_is_better ? pair.second : pair.first].name + " is better";
}

// Pairwise comparisons of many systems, rows against columns, ordered by rank.
DataTable pairs_matrix(const Comparison& comparison, const compare::MetricScores& metric) {
  const auto& ranking = comparison.verdict.ranking;
  DataTable table{.caption = str("Lead of the system in the row over the system in the column by ",
                                 metric.name, "; significant leads are bold."),
                  .head = {{"lead of"}},
                  .turns = false};
  for (const auto& rank : ranking) {
    const auto system = rank.system;
    table.head.push_back({.text = "over " + comparison.systems[system].name});
    Row row{.name = comparison.systems[system].name, .system = system};
    for (const auto& other : ranking) {
      if (other.system == system) {
        row.cells.emplace_back();
        continue;
      }
      const auto pair = compare::lead_of(metric, system, other.system);
      row.cells.push_back({.text = signed_decimal(pair.value, 2),
                           .small = "p " + p_value(pair.p_value),
                           .strong = pair.p_value < compare::kSignificant});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string matrices_html(const Comparison& comparison) {
  std::string others;
  for (const auto& metric : comparison.metrics) {
    if (&metric == &comparison.metrics.front()) continue;
    others += folded("By " + metric.name, table_html(pairs_matrix(comparison, metric)));
  }
  return table_html(pairs_matrix(comparison, comparison.metrics.front())) + others;
}

DataTable pairs_table(const Comparison& comparison, std::size_t metrics) {
  DataTable table{
      .caption = "Each pair of systems on the same sentences (paired bootstrap).",
      .head = {
          {"difference of"}, {"metric"}, {"difference"}, {"95 % interval"}, {"p"}, {"in words"}}};
  const auto& systems = comparison.systems;
  for (std::size_t i = 0; i < comparison.metrics.front().pairs.size(); ++i) {
    for (std::size_t k = 0; k < metrics; ++k) {
      const auto& metric = comparison.metrics[k];
      const auto& pair = metric.pairs.at(i);
      table.rows.push_back(
          {.name = str(systems[pair.second].name, " against ", systems[pair.first].name),
           .cells = {
               {.text = metric.name},
               {.text = signed_decimal(pair.difference, 2)},
               {.text = str(signed_decimal(pair.low, 2), " to ", signed_decimal(pair.high, 2))},
               {.text = p_value(pair.p_value)},
               {.text = in_words(metric, pair, systems)}}});
    }
  }
  return table;
}

// With many pairs, shows only the first metric; the others are folded.
std::string pairs_html(const Comparison& comparison) {
  const auto count = comparison.metrics.size();
  const auto pairs = count == 0 ? 0 : comparison.metrics.front().pairs.size();
  if (pairs == 0) return "";
  const bool many = pairs > 3;
  const auto tables =
      are_many(comparison)
          ? matrices_html(comparison)
          : table_html(pairs_table(comparison, many ? 1 : count)) +
                (many ? folded("By all metrics", table_html(pairs_table(comparison, count))) : "");
  return tables + paragraph(str("p is the probability of a difference at least as large, in either "
                                "direction, between two equally good systems; below ",
                                compare::kSignificant,
                                ", exactly where the interval excludes 0, the difference is called "
                                "significant. sacreBLEU's p-value (regard score --paired-bs) "
                                "counts one direction only and is about half as large."),
                            "note");
}

std::string signatures_html(const Comparison& comparison) {
  std::string items;
  for (const auto& metric : comparison.metrics) {
    items += str("<dt>", draw::escape(metric.name), "</dt><dd>", draw::escape(metric.signature),
                 "</dd>\n");
  }
  return folded("How the metrics were computed (signatures)",
                str("<dl class=\"facts\">\n", items, "</dl>\n"));
}

// --- Slices of the test set.

// A chart of slices, with bars. For many systems, it has one curve per system, or points if the
// slices have no order.
std::string slices_chart(Pictures& pictures, const Comparison& comparison,
                         const draw::BarChart& bars, bool has_order, const std::string& caption) {
  const auto description = str(bars.title, " of each system");
  if (!are_many(comparison)) {
    return pictures.figure(draw::draw(bars), description,
                           str(caption, " Groups of fewer than ", compare::kLeastSentences,
                               " sentences say little and have no interval."));
  }
  draw::LineChart chart{.title = bars.title,
                        .x = {.title = bars.x_title,
                              .min = -0.5,
                              .max = static_cast<double>(bars.groups.size()) - 0.5,
                              .tick_names = bars.groups},
                        .y = bars.y,
                        .height = chart_height(comparison),
                        .values_on_hover = true};
  for (std::size_t i = 0; i < bars.groups.size(); ++i) {
    chart.x.ticks.push_back(static_cast<double>(i));
  }
  for (const auto& one : bars.bars) {
    chart.series.push_back(
        {.name = one.name, .x = chart.x.ticks, .y = one.values, .line = has_order, .points = true});
  }
  return pictures.figure(draw::draw(chart), description, caption);
}

std::string breakdown_html(Pictures& pictures, const Comparison& comparison,
                           const compare::Breakdown& breakdown) {
  const auto table = slice_table(comparison, breakdown);
  if (table.rows.empty()) return "";
  auto chart = chart_of(comparison, "BLEU by " + breakdown.by, names_of(table), "BLEU");
  chart.x_title = breakdown.by;
  for (const auto& slice : breakdown.slices) {
    if (slice.systems.size() != comparison.systems.size()) continue;
    for (std::size_t i = 0; i < slice.systems.size(); ++i) {
      add_score(chart.bars[i], slice.systems[i].bleu, slice.systems[i].bleu_interval);
    }
  }
  return slices_chart(pictures, comparison, chart, !breakdown.overlapping,
                      breakdown.meaning +
                          (breakdown.overlapping ? " A sentence may be in several groups." : "")) +
         folded("The numbers by " + breakdown.by, table_html(table));
}

std::string words_html(Pictures& pictures, const Comparison& comparison) {
  const auto table = word_table(comparison);
  if (table.rows.empty()) return "";
  const auto& words = *comparison.words;
  auto chart = chart_of(comparison, "Word F1 by frequency", names_of(table), "F1 (%)");
  chart.x_title = "occurrences of a word in the training text";
  for (const auto& bucket : words.buckets) {
    if (bucket.reference_words == 0) continue;
    for (std::size_t i = 0; i < bucket.systems.size(); ++i) {
      chart.bars[i].values.push_back(100 * bucket.systems[i].f1);
    }
  }
  return slices_chart(
             pictures, comparison, chart, /*has_order=*/true,
             str("F1 combines precision, the share of written words that the reference has, and "
                 "recall, the share of the reference's words that are written. Frequencies are "
                 "those of the ",
                 grouped(words.training_words), " target words of ", words.training_text, ".")) +
         folded("The numbers by frequency", table_html(table));
}

std::string parts_html(Pictures& pictures, const Comparison& comparison) {
  std::string parts;
  for (const auto& breakdown : comparison.breakdowns) {
    if (const auto html = breakdown_html(pictures, comparison, breakdown); !html.empty()) {
      parts += "<div>" + html + "</div>\n";
    }
  }
  if (const auto html = words_html(pictures, comparison); !html.empty())
    parts += "<div>" + html + "</div>\n";
  return parts.empty() ? "" : str("<div class=\"charts\">\n", parts, "</div>\n");
}

// --- Properties of the translations.

std::string ngrams_html(const Comparison& comparison) {
  std::string tables;
  for (std::size_t i = 0; i < comparison.ngrams.size(); ++i) {
    DataTable table{.caption = "What " + comparison.systems[i].name + " gets right more often",
                    .head = system_heads(comparison, "words")};
    table.head.insert(table.head.begin() + 1, Head{"in references"});
    if (are_many(comparison)) {
      table.head = {{"words"}, {"in references"}, {comparison.systems[i].name, i}, {"best other"}};
    }
    for (const auto& ngram : comparison.ngrams[i].ngrams) {
      Row row{.name = ngram.text, .cells = {{.text = grouped(ngram.reference)}}};
      if (are_many(comparison)) {
        auto others = ngram.matches;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        row.cells.push_back({.text = grouped(ngram.matches[i])});
        row.cells.push_back({.text = grouped(*std::max_element(others.begin(), others.end()))});
      } else {
        for (const auto matches : ngram.matches) row.cells.push_back({.text = grouped(matches)});
      }
      table.rows.push_back(std::move(row));
    }
    if (!table.rows.empty()) tables += table_html(table);
  }
  if (tables.empty()) return "";
  return paragraph(
             "Word sequences of the references, and how often each system wrote them where they "
             "belong, for the largest leads of one system.") +
         str("<div class=\"beside\">\n", tables, "</div>\n");
}

}  // namespace

std::string quality_section(const Comparison& comparison, Pictures& pictures) {
  return folded_section(
      "quality", "Quality",
      str(scores_html(pictures, comparison),
          subsection("Is the difference significant?", pairs_html(comparison)),
          signatures_html(comparison),
          subsection("Where is each better?", parts_html(pictures, comparison)),
          subsection("What one system gets right and others do not", ngrams_html(comparison)),
          subsection("Length, repetition, copies, punctuation, accents",
                     table_html(trait_table(comparison)))));
}

}  // namespace regard::report
