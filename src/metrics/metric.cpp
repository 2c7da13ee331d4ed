#include "regard/metrics/metric.h"

#include <cstdint>

#include "resampled_scores.h"

namespace regard::metrics {
namespace {

// Counts are whole numbers below 2^53, so a double holds them.
double number(std::int64_t count) { return static_cast<double>(count); }
std::int64_t count(double number) { return static_cast<std::int64_t>(number); }

class BleuMetric final : public Metric {
 public:
  explicit BleuMetric(const BleuOptions& options) : options_(options) {}

  /// Columns: both lengths, then matches, then totals.
  StatisticsTable statistics(Segments hypotheses, References references) const override {
    StatisticsTable table(2 + 2 * orders());
    std::vector<double> row;
    for (const auto& segment : bleu_statistics(hypotheses, references, options_)) {
      row = {number(segment.hypothesis_length), number(segment.reference_length)};
      for (const auto matches : segment.matches) row.push_back(number(matches));
      for (const auto total : segment.totals) row.push_back(number(total));
      table.add(row);
    }
    return table;
  }

  double value(std::span<const double> sums) const override { return bleu(sums).score; }
  Score score(std::span<const double> sums) const override { return describe(bleu(sums)); }
  NumpyNumber resampled_value(std::span<const float> sums) const override {
    return resampled_bleu(sums, options_);
  }
  Signature signature(std::size_t references) const override {
    return bleu_signature(options_, references);
  }

 private:
  std::size_t orders() const { return static_cast<std::size_t>(options_.max_ngram_order); }

  BleuScore bleu(std::span<const double> sums) const {
    BleuStatistics statistics{count(sums[0]), count(sums[1]), {}, {}};
    for (const double matches : sums.subspan(2, orders())) {
      statistics.matches.push_back(count(matches));
    }
    for (const double total : sums.subspan(2 + orders(), orders())) {
      statistics.totals.push_back(count(total));
    }
    return bleu_score(statistics, options_);
  }

  BleuOptions options_;
};

class ChrfMetric final : public Metric {
 public:
  explicit ChrfMetric(const ChrfOptions& options) : options_(options) {}

  /// Columns, for each order: n-grams of the hypothesis, of the reference, matches.
  StatisticsTable statistics(Segments hypotheses, References references) const override {
    StatisticsTable table(3 * static_cast<std::size_t>(options_.char_order + options_.word_order));
    std::vector<double> row;
    for (const auto& segment : chrf_statistics(hypotheses, references, options_)) {
      row.clear();
      for (const auto& order : segment.orders) {
        row.insert(row.end(),
                   {number(order.hypothesis), number(order.reference), number(order.matches)});
      }
      table.add(row);
    }
    return table;
  }

  double value(std::span<const double> sums) const override {
    ChrfStatistics statistics;
    for (std::size_t i = 0; i < sums.size(); i += 3) {
      statistics.orders.push_back({count(sums[i]), count(sums[i + 1]), count(sums[i + 2])});
    }
    return chrf_score(statistics, options_);
  }
  Score score(std::span<const double> sums) const override {
    return describe_chrf(value(sums), options_);
  }
  NumpyNumber resampled_value(std::span<const float> sums) const override {
    return resampled_chrf(sums, options_);
  }
  Signature signature(std::size_t references) const override {
    return chrf_signature(options_, references);
  }

 private:
  ChrfOptions options_;
};

class TerMetric final : public Metric {
 public:
  explicit TerMetric(const TerOptions& options) : options_(options) {}

  /// Columns: edits, length of the reference.
  StatisticsTable statistics(Segments hypotheses, References references) const override {
    StatisticsTable table(2);
    for (const auto& segment : ter_statistics(hypotheses, references, options_)) {
      table.add(std::vector{number(segment.edits), segment.reference_length});
    }
    return table;
  }

  double value(std::span<const double> sums) const override {
    return ter_score({.edits = count(sums[0]), .reference_length = sums[1]});
  }
  Score score(std::span<const double> sums) const override { return describe_ter(value(sums)); }
  NumpyNumber resampled_value(std::span<const float> sums) const override {
    return resampled_ter(sums);
  }
  Signature signature(std::size_t references) const override {
    return ter_signature(options_, references);
  }

 private:
  TerOptions options_;
};

}  // namespace

std::vector<double> StatisticsTable::sums() const {
  std::vector<double> sums(columns_);
  for (std::size_t i = 0; i < rows(); ++i) {
    for (std::size_t k = 0; k < columns_; ++k) sums[k] += row(i)[k];
  }
  return sums;
}

std::unique_ptr<Metric> make_metric(const BleuOptions& options) {
  return std::make_unique<BleuMetric>(options);
}
std::unique_ptr<Metric> make_metric(const ChrfOptions& options) {
  return std::make_unique<ChrfMetric>(options);
}
std::unique_ptr<Metric> make_metric(const TerOptions& options) {
  return std::make_unique<TerMetric>(options);
}

}  // namespace regard::metrics
