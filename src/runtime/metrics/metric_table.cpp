#include "metrics/metric_table.h"

#include <array>

#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/ter.h"
#include "regard/base/error.h"
#include "regard/base/join.h"
#include "regard/base/str.h"

namespace regard::metrics {
namespace {

constexpr bool kHigherIsBetter = true, kLowerIsBetter = false;

constexpr std::array kMetrics = {
    MetricRow{"bleu", "BLEU", "shared sequences of 1 to 4 words", kHigherIsBetter,
              MetricUses{.scores = true, .validates = true, .compares = true, .sentences = true},
              [] { return make_metric(BleuOptions{}); }},
    MetricRow{"chrf", "chrF", "shared sequences of letters", kHigherIsBetter,
              MetricUses{.scores = true, .validates = true, .compares = true, .sentences = true},
              [] { return make_metric(ChrfOptions{}); }},
    MetricRow{"chrf++", "chrF++", "like chrF2, plus sequences of 1 or 2 words", kHigherIsBetter,
              MetricUses{.compares = true},
              [] { return make_metric(ChrfOptions{.word_order = 2}); }},
    MetricRow{"ter", "TER", "edits per 100 words to reach the reference", kLowerIsBetter,
              MetricUses{.scores = true, .compares = true, .sentences = true},
              [] { return make_metric(TerOptions{}); }},
};

}  // namespace

std::span<const MetricRow> metric_table() { return kMetrics; }

std::vector<const MetricRow*> metrics_that(bool MetricUses::*use) {
  std::vector<const MetricRow*> rows;
  for (const auto& row : kMetrics) {
    if (row.uses.*use) rows.push_back(&row);
  }
  return rows;
}

std::vector<std::string> names_of_metrics_that(bool MetricUses::*use) {
  std::vector<std::string> names;
  for (const auto* row : metrics_that(use)) names.emplace_back(row->name);
  return names;
}

const MetricRow& metric_named(std::string_view name, bool MetricUses::*use) {
  for (const auto* row : metrics_that(use)) {
    if (row->name == name) return *row;
  }
  throw Error(str("there is no metric \"", name, "\""), {},
              "use " + join(names_of_metrics_that(use)));
}

}  // namespace regard::metrics
