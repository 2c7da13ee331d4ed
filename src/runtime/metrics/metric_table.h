#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/metric.h"

namespace regard::metrics {

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
  std::string_view name;     ///< in options, logs, JSON and Python: "chrf"
  std::string_view title;    ///< for people: "chrF"
  std::string_view meaning;  ///< what it counts, in a short phrase
  bool higher_is_better;
  MetricUses uses;
  std::unique_ptr<Metric> (*make)();
};

/// All metrics in the order in which they are shown.
std::span<const MetricRow> metric_table();

/// Those of one use: metrics_that(&MetricUses::validates).
std::vector<const MetricRow*> metrics_that(bool MetricUses::*use);

/// Their names.
std::vector<std::string> names_of_metrics_that(bool MetricUses::*use);

/// Throws Error, which lists the metrics of that use, for an unknown name.
const MetricRow& metric_named(std::string_view name, bool MetricUses::*use);

}  // namespace regard::metrics
