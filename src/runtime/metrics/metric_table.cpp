#include "metrics/metric_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/ter.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::metrics {
namespace {

using Tokens = std::vector<std::string_view>;

Tokens split_at_spaces(std::string_view text) {
  Tokens tokens;
  for (;;) {
    const auto space = text.find(' ');
    tokens.push_back(text.substr(0, space));
    if (space == std::string_view::npos) return tokens;
    text.remove_prefix(space + 1);
  }
}

std::map<Tokens, int> count_ngrams(const Tokens& tokens, size_t n) {
  std::map<Tokens, int> counts;
  for (auto first = tokens.begin(); static_cast<size_t>(tokens.end() - first) >= n; ++first) {
    ++counts[Tokens(first, first + static_cast<std::ptrdiff_t>(n))];
  }
  return counts;
}

/// The share of the hypothesis's n-grams that also occur in the reference, each at most as often.
double precision(const Tokens& hypothesis, const Tokens& reference, size_t n) {
  auto wanted = count_ngrams(reference, n);
  int matches = 0;
  for (const auto& [ngram, count] : count_ngrams(hypothesis, n)) {
    matches += std::min(count, wanted[ngram]);
  }
  return static_cast<double>(matches) / static_cast<double>(hypothesis.size() - n + 1);
}

}  // namespace

double book_bleu(std::string_view hypothesis, std::string_view reference, int longest) {
  const auto found = split_at_spaces(hypothesis), wanted = split_at_spaces(reference);
  const double ratio = static_cast<double>(wanted.size()) / static_cast<double>(found.size());
  double bleu = std::exp(std::min(0.0, 1.0 - ratio));
  const auto orders = std::min(found.size(), static_cast<size_t>(std::max(longest, 0)));
  for (size_t n = 1; n <= orders; ++n) {
    bleu *= std::pow(precision(found, wanted, n), std::exp2(-static_cast<double>(n)));
  }
  return bleu;
}

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
