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

/// The share of the hypothesis's n-grams that match the reference, with clipped counts.
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

/// The mean of book_bleu over the sentences, 0 to 100. Of several references, the best-scoring one
/// counts.
class BookBleuMetric final : public Metric {
 public:
  /// The columns are 100 * book_bleu, and 1 to count the sentence.
  StatisticsTable statistics(Segments hypotheses, References references) const override {
    check_same_length(hypotheses, references);
    StatisticsTable table(2);
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      double best = 0;
      for (const auto& reference : references) {
        best = std::max(best, book_bleu(hypotheses[i], reference[i], longest_));
      }
      table.add(std::array{100 * best, 1.0});
    }
    return table;
  }

  std::string name() const override { return "BookBLEU"; }
  double value(std::span<const double> sums) const override { return sums[0] / sums[1]; }
  NumpyNumber resampled_value(std::span<const float> sums) const override {
    return NumpyNumber::float32(sums[0]) / NumpyNumber::float32(sums[1]);
  }

  Signature signature(std::size_t references) const override {
    return Signature(references).add("tok", "tok", "space").add("order", "o", str(longest_));
  }

  std::vector<MetricOption> options() override {
    return {{"max_ngram_order", "--book-bleu-max-ngram-order", "", &longest_,
             "Longest n-grams, the book's k."}};
  }
  void check_options() override {
    if (longest_ >= 1) return;
    throw Error(str("--book-bleu-max-ngram-order is ", longest_, ", but must be at least 1"));
  }

 private:
  int longest_ = 2;  // the value that the book uses for its four sentences
};

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
    MetricRow{"book_bleu", "BookBLEU", "the BLEU of Dive into Deep Learning, by sentence",
              kHigherIsBetter, MetricUses{.scores = true},
              []() -> std::unique_ptr<Metric> { return std::make_unique<BookBleuMetric>(); }},
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
  throw Error(str("unknown metric '", name, "'"), {}, "use " + join(names_of_metrics_that(use)));
}

}  // namespace regard::metrics
