#include "compare/tables.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <optional>

#include "base/readable.h"
#include "compare/fact_rows.h"
#include "compare/numbers.h"
#include "regard/base/str.h"

namespace regard::compare {
namespace {

/// The results of part_of(system) for all systems; some may be null.
template <class Facts, class PartOf>
std::vector<const Facts*> by_system(const Comparison& comparison, const PartOf& part_of) {
  std::vector<const Facts*> facts;
  for (const auto& system : comparison.systems) facts.push_back(part_of(system));
  return facts;
}

const ModelFacts* model_of(const System& system) { return system.model ? &*system.model : nullptr; }
const Decoding* decoding_of(const System& system) {
  return system.model && system.model->decoding ? &*system.model->decoding : nullptr;
}

void append(std::vector<Row>& rows, std::vector<Row> more) {
  rows.insert(rows.end(), std::move_iterator(more.begin()), std::move_iterator(more.end()));
}

std::vector<Row> decoding_rows(const std::vector<const Decoding*>& decodings) {
  std::vector<const Decoding::Round*> medians;
  for (const auto* one : decodings) medians.push_back(one == nullptr ? nullptr : &one->median);
  auto rows = fact_rows(std::move(medians));
  append(rows, fact_rows(decodings));
  return rows;
}

/// Removes a star if another round would have given it to a different system.
void drop_stars_not_in(std::vector<Row>& rows, const std::vector<Row>& of_round) {
  for (auto& row : rows) {
    const auto same = std::ranges::find(of_round, row.name, &Row::name);
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      row.cells[i].best = row.cells[i].best && same != of_round.end() && same->cells[i].best;
    }
  }
}

/// Keeps a star only if every other system is significantly worse.
void drop_star_by_chance(Row& row, const MetricScores& metric) {
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    for (std::size_t other = 0; other < row.cells.size(); ++other) {
      const bool is_sure = other == i || lead_of(metric, i, other).p_value < kSignificant;
      row.cells[i].best = row.cells[i].best && is_sure;
    }
  }
}

/// Keeps a star only if the 95% intervals do not overlap.
void drop_star_by_chance(std::vector<Cell>& cells,
                         const std::vector<metrics::Interval>& intervals) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t other = 0; other < cells.size(); ++other) {
      const auto distance = std::abs(intervals[i].mean - intervals[other].mean);
      const bool is_sure =
          other == i || distance > intervals[i].half_width + intervals[other].half_width;
      cells[i].best = cells[i].best && is_sure;
    }
  }
}

template <class Facts>
std::vector<const Facts*> pointers(const std::vector<std::optional<Facts>>& facts) {
  std::vector<const Facts*> pointers;
  for (const auto& one : facts) pointers.push_back(one ? &*one : nullptr);
  return pointers;
}

/// Adds the scores of some sentences or words, with their number between name and scores.
void add_part(DataTable& table, const std::string& name, std::size_t count, std::vector<Cell> cells,
              const std::vector<double>& values,
              const std::vector<metrics::Interval>& intervals = {}) {
  Row row{.name = name, .cells = std::move(cells)};
  if (count >= kLeastSentences) mark_best(row, values);
  if (intervals.size() == row.cells.size()) drop_star_by_chance(row.cells, intervals);
  row.cells.insert(row.cells.begin(), {.text = grouped(static_cast<int64_t>(count))});
  table.rows.push_back(std::move(row));
}

DataTable parts_table(const Comparison& comparison, const std::string& caption,
                      const std::string& first, const std::string& second) {
  DataTable table{.caption = caption, .head = system_heads(comparison, first)};
  table.head.insert(table.head.begin() + 1, Head{second});
  return table;
}

}  // namespace

bool are_many(const Comparison& comparison) { return comparison.systems.size() > kFewSystems; }

std::vector<Head> system_heads(const Comparison& comparison, const std::string& first) {
  std::vector<Head> heads = {{.text = first}};
  for (std::size_t i = 0; i < comparison.systems.size(); ++i) {
    heads.push_back({.text = comparison.systems[i].name, .system = i});
  }
  return heads;
}

DataTable score_table(const Comparison& comparison) {
  DataTable table{
      .caption =
          "Scores of the whole text with 95 % intervals (bootstrap); ★ marks a system that is "
          "significantly better than every other.",
      .head = system_heads(comparison, "95 % intervals")};
  for (const auto& metric : comparison.metrics) {
    Row row{.name = metric.name + (metric.higher_is_better ? "" : " (lower is better)"),
            .meaning = metric.meaning};
    for (std::size_t i = 0; i < metric.scores.size(); ++i) {
      row.cells.push_back({.text = decimal(metric.scores[i], 2),
                           .spread = "± " + decimal(metric.intervals[i].half_width, 2)});
    }
    mark_best(row, metric.scores, metric.higher_is_better);
    drop_star_by_chance(row, metric);
    table.rows.push_back(std::move(row));
  }
  return table;
}

DataTable model_table(const Comparison& comparison) {
  const auto models = by_system<ModelFacts>(comparison, model_of);
  if (std::ranges::count(models, nullptr) == std::ssize(models)) return {};
  const auto itself = [](const System& system) { return &system; };
  DataTable table{.caption = "The systems and the cost of their training; – means unknown.",
                  .head = system_heads(comparison, "model"),
                  .rows = fact_rows(by_system<System>(comparison, itself))};
  append(table.rows, fact_rows(models));
  return table;
}

DataTable decoding_table(const Comparison& comparison) {
  const auto decodings = by_system<Decoding>(comparison, decoding_of);
  DataTable table{.caption =
                      "Translation; medians of the rounds. ★ marks a system that is best in "
                      "every round.",
                  .head = system_heads(comparison, "translation"),
                  .rows = decoding_rows(decodings)};
  for (const auto& round : rounds_of(decodings)) {
    std::vector<const Decoding*> of_round;
    for (const auto& one : round) of_round.push_back(one ? &*one : nullptr);
    drop_stars_not_in(table.rows, decoding_rows(of_round));
  }
  return table;
}

DataTable glance_table(const Comparison& comparison) {
  DataTable table{.caption = "At a glance; ★ marks the best in a row.",
                  .head = system_heads(comparison)};
  if (!comparison.metrics.empty()) table.rows.push_back(score_table(comparison).rows.front());
  const auto decoding = decoding_table(comparison), model = model_table(comparison);
  for (const char* name : {"sentences per second", "parameters", "training time"}) {
    for (const auto* rows : {&decoding.rows, &model.rows}) {
      std::ranges::copy_if(*rows, std::back_inserter(table.rows),
                           [&](const Row& row) { return row.name == name; });
    }
  }
  return table;
}

DataTable slice_table(const Comparison& comparison, const Breakdown& breakdown) {
  auto table = parts_table(
      comparison,
      str("BLEU, and chrF2 below it, by ", breakdown.by, ". Fewer than ", kLeastSentences,
          " sentences have no interval and no best system; ★ marks an interval that overlaps no "
          "other."),
      "BLEU by " + breakdown.by, "sentences");
  for (const auto& slice : breakdown.slices) {
    if (slice.systems.size() != comparison.systems.size()) continue;  // no sentences
    std::vector<Cell> cells;
    std::vector<double> values;
    std::vector<metrics::Interval> intervals;
    for (const auto& scores : slice.systems) {
      values.push_back(scores.bleu);
      if (scores.bleu_interval) intervals.push_back(*scores.bleu_interval);
      cells.push_back({.text = decimal(scores.bleu, 2),
                       .spread = scores.bleu_interval
                                     ? "± " + decimal(scores.bleu_interval->half_width, 1)
                                     : "",
                       .small = "chrF2 " + decimal(scores.chrf, 1)});
    }
    add_part(table, slice.name, slice.sentences, std::move(cells), values, intervals);
  }
  return table;
}

DataTable word_table(const Comparison& comparison) {
  if (!comparison.words) return {};
  auto table = parts_table(
      comparison,
      "Words of the reference in the translations: F1, with precision and recall below it.",
      "F1 by times in training", "words");
  for (const auto& bucket : comparison.words->buckets) {
    if (bucket.reference_words == 0) continue;
    std::vector<Cell> cells;
    std::vector<double> values;
    for (const auto& scores : bucket.systems) {
      values.push_back(scores.f1);
      cells.push_back({.text = percent(scores.f1),
                       .small = str(percent(scores.precision), " / ", percent(scores.recall))});
    }
    add_part(table, bucket.name, static_cast<std::size_t>(bucket.reference_words), std::move(cells),
             values);
  }
  return table;
}

DataTable trait_table(const Comparison& comparison) {
  DataTable table{.caption = "Surface features of the translations and of the reference.",
                  .head = system_heads(comparison, "surface features")};
  table.head.push_back({"reference"});
  std::vector<const TextTraits*> traits;
  for (const auto& one : comparison.traits) traits.push_back(&one);
  table.rows = fact_rows(std::move(traits));
  if (comparison.text.source.empty()) {
    std::erase_if(table.rows, [](const Row& row) { return row.name.starts_with("copied"); });
  }
  return table;
}

DataTable calibration_table(const Comparison& comparison) {
  return {.caption = "Tokens written by the models.",
          .head = system_heads(comparison, "tokens written"),
          .rows = fact_rows(pointers(comparison.calibrations))};
}

DataTable search_error_table(const Comparison& comparison) {
  return {.caption = "The models' scores of the references.",
          .head = system_heads(comparison, "references"),
          .rows = fact_rows(pointers(comparison.search_errors))};
}

DataTable group_table(const Comparison& comparison) {
  if (!comparison.seeds || comparison.seeds->groups.empty()) return {};
  DataTable table{.caption = "Means over the runs of a config; ± is their standard deviation.",
                  .head = {{"config"}, {"runs"}}};
  const auto& groups = comparison.seeds->groups;
  for (const auto& metric : groups.front().metrics) table.head.push_back({metric.name});
  for (const auto& group : groups) {
    Row row{.name = group.name,
            .cells = {{.text = grouped(static_cast<int64_t>(group.systems.size()))}}};
    for (const auto& metric : group.metrics) {
      row.cells.push_back({.text = decimal(metric.mean, 2),
                           .spread = metric.deviation ? "± " + decimal(*metric.deviation, 2) : ""});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

const Decoding* first_decoding(const Comparison& comparison) {
  for (const auto& system : comparison.systems) {
    if (const auto* decoding = decoding_of(system)) return decoding;
  }
  return nullptr;
}

}  // namespace regard::compare
