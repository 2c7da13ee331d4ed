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
/// the hypothesis's n-grams that also occur in the reference, each at most as often. Tokens are
/// separated by single spaces; two spaces have an empty token between them. For scores comparable
/// with others' use bleu.h.
double book_bleu(std::string_view hypothesis, std::string_view reference, int longest);

/// Where a metric is used.
struct MetricUses {
  bool scores = false;     ///< `regard score -m`, and Python
  bool validates = false;  ///< each validation with translations and the test, training.best_by,
                           ///< `regard eval`
  bool compares = false;   ///< `regard compare`: the whole text
  bool sentences = false;  ///< `regard compare`: each sentence, too
};

/// A metric with its default options. Everything that uses metrics reads this table: a new metric
/// is a pair of files and a row.
struct MetricRow {
  std::string_view name;     ///< name in options, logs, JSON and Python: "chrf"
  std::string_view title;    ///< displayed name: "chrF"
  std::string_view meaning;  ///< what it counts, in a short phrase
  bool higher_is_better;
  MetricUses uses;
  std::unique_ptr<Metric> (*make)();
};

/// All metrics in the order in which they are shown.
std::span<const MetricRow> metric_table();

/// The metrics with one use: metrics_that(&MetricUses::validates).
std::vector<const MetricRow*> metrics_that(bool MetricUses::*use);

/// The names of the metrics with one use.
std::vector<std::string> names_of_metrics_that(bool MetricUses::*use);

/// Throws Error, which lists the metrics of that use, for an unknown name.
const MetricRow& metric_named(std::string_view name, bool MetricUses::*use);

}  // namespace regard::metrics
