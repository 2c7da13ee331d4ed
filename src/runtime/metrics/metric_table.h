#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/metric.h"

namespace regard::metrics {

/// BLEU of one sentence as the book defines it (d2l 10.7.6), between 0 and 1:
///     exp(min(0, 1 - length of reference / length of hypothesis)) * product of p_n^(1/2^n),
/// n from 1 to `longest`, or to the length of the hypothesis if that is less. p_n is the share of
/// the hypothesis's n-grams that match the reference, with clipped counts. Tokens are separated by
/// single spaces; two spaces enclose an empty token. Use bleu.h for scores that can be compared
/// with published ones.
double book_bleu(std::string_view hypothesis, std::string_view reference, int longest);

/// The uses of a metric.
struct MetricUses {
  bool scores = false;  ///< `regard score -m` and Python
  bool validates =
      false;  ///< validation with translations, the final test, training.best_by, `regard eval`
  bool compares = false;   ///< `regard compare`: the whole corpus
  bool sentences = false;  ///< `regard compare`: each sentence
};

/// A metric with its default options. All code that uses metrics reads this table: a new metric is
/// a pair of files and a row.
struct MetricRow {
  std::string_view name;     ///< name in options, logs, JSON and Python: "chrf"
  std::string_view title;    ///< displayed name: "chrF"
  std::string_view meaning;  ///< short phrase that says what the metric counts
  bool higher_is_better;
  MetricUses uses;
  std::unique_ptr<Metric> (*make)();
};

/// All metrics in display order.
std::span<const MetricRow> metric_table();

/// The metrics with a given use, e.g. metrics_that(&MetricUses::validates).
std::vector<const MetricRow*> metrics_that(bool MetricUses::*use);

/// The names of the metrics with a given use.
std::vector<std::string> names_of_metrics_that(bool MetricUses::*use);

/// Throws Error listing the metrics with the given use if the name is unknown.
const MetricRow& metric_named(std::string_view name, bool MetricUses::*use);

}  // namespace regard::metrics
