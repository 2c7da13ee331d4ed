#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "metrics/metric.h"

namespace regard::metrics {

/// Sums chosen rows of a table in the given order. If `Value` is float, sums are rounded as in
/// NumPy's float32. Rows are padded so that several columns are added at a time.
template <class Value>
class RowSums {
 public:
  explicit RowSums(const StatisticsTable& table)
      : columns_(table.columns()), blocks_((columns_ + kBlock - 1) / kBlock) {
    values_.resize(table.rows() * blocks_);
    sums_.resize(blocks_ * kBlock);
    for (std::size_t i = 0; i < table.rows(); ++i) {
      for (std::size_t k = 0; k < columns_; ++k) {
        values_[i * blocks_ + k / kBlock][k % kBlock] = static_cast<Value>(table.row(i)[k]);
      }
    }
  }

  /// The sum of each column over `rows`; valid until the next call.
  std::span<const Value> operator()(std::span<const std::uint32_t> rows) {
    for (std::size_t block = 0; block < blocks_; ++block) {
      Block sum{};
      const Block* first = values_.data() + block;
      for (const std::uint32_t row : rows) {
        const Block& addend = first[row * blocks_];
        for (std::size_t k = 0; k < kBlock; ++k) sum[k] += addend[k];
      }
      std::copy(sum.begin(), sum.end(),
                sums_.begin() + static_cast<std::ptrdiff_t>(block * kBlock));
    }
    return std::span<const Value>(sums_).first(columns_);
  }

 private:
  static constexpr std::size_t kBlock = 4;
  using Block = std::array<Value, kBlock>;

  std::size_t columns_;
  std::size_t blocks_;  ///< number of blocks in a row
  std::vector<Block> values_;
  std::vector<Value> sums_;
};

}  // namespace regard::metrics

/// The probability that a score, or the difference between two systems on one test set, is due to
/// chance: intervals and p-values, identical to sacreBLEU's digit for digit.
namespace regard::metrics {

/// The 95% interval of a corpus score by bootstrap resampling (Koehn, 2004,
/// aclanthology.org/W04-3250): draws as many segments as there are, with replacement, `resamples`
/// times. `resamples` must be at least 2. Identical to `sacrebleu --confidence` digit for digit.
Interval confidence_interval(const Metric& metric, const StatisticsTable& statistics,
                             std::size_t resamples, std::uint64_t seed);

/// Differences with a smaller p-value are called significant.
inline constexpr double kSignificanceLevel = 0.05;

/// A test that counts deviations in both directions. p_value < kSignificanceLevel if and only if
/// the 95% interval, the observed difference ± `margin`, excludes 0.
struct TwoSidedTest {
  /// Share of resampled differences that are at least as far from the observed one as 0 is.
  double p_value;
  double margin;  ///< infinite if there are fewer than 20 resamples
};

/// A system compared with the first one, the baseline.
struct PairedResult {
  double score;
  /// Probability of a difference at least as large as the observed one if the system and the
  /// baseline are equally good, as sacreBLEU computes it. Its bootstrap counts large differences in
  /// the observed direction only, so it calls one in ten pairs of equally good systems significant.
  /// Empty for the baseline.
  std::optional<double> p_value;
  std::optional<Interval> interval;            ///< bootstrap confidence interval
  std::optional<TwoSidedTest> two_sided = {};  ///< bootstrap test; empty for the baseline
};

/// Paired bootstrap resampling (Koehn, 2004, aclanthology.org/W04-3250): all systems are scored on
/// the same segments, drawn with replacement. `systems` holds the statistics of each system, all
/// with the same number of segments. Results are in the same order.
std::vector<PairedResult> paired_bootstrap(const Metric& metric,
                                           std::span<const StatisticsTable> systems,
                                           std::size_t resamples, std::uint64_t seed);

/// Paired approximate randomization (Riezler and Maxwell, 2005, aclanthology.org/W05-0908): the two
/// translations of each segment are swapped at random. (For BLEU with add-k smoothing, sacreBLEU
/// truncates the score to an integer in this test. Regard does not.)
std::vector<PairedResult> paired_randomization(const Metric& metric,
                                               std::span<const StatisticsTable> systems,
                                               std::size_t trials, std::uint64_t seed);

}  // namespace regard::metrics
