#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "metrics/metric.h"
#include "metrics/numpy_number.h"

namespace regard::metrics {

/// A NumPy array: float32 if all its numbers are, otherwise double.
class NumpyArray {
 public:
  NumpyArray() = default;

  void add(NumpyNumber number);

  std::size_t size() const { return values_.size(); }
  const std::vector<double>& values() const { return values_; }

  /// NumPy's `mean`: summed pairwise, so the order of the numbers matters.
  NumpyNumber mean() const;
  NumpyArray sorted() const;
  /// Computes |this - other|, number by number.
  NumpyArray absolute_difference(const NumpyArray& other) const;
  /// The number of values that exceed the mean by more than `difference`.
  std::size_t count_above_mean_by_more_than(double difference) const;
  /// `value` rounded to the array's type.
  NumpyNumber rounded(double value) const;

 private:
  std::vector<double> values_;
  bool float32_ = true;
};

/// The 95% interval of resampled scores: the range without a fortieth at either end. The mean is
/// rounded once.
Interval interval_of(const NumpyArray& scores);
/// Like interval_of(), with NumPy's mean. sacreBLEU uses interval_of() for a single system and this
/// interval in paired tests.
Interval interval_with_numpy_mean(const NumpyArray& scores);

/// NumPy's random number generator, `default_rng(seed)`: PCG64 in its XSL-RR form (O'Neill, 2014,
/// pcg-random.org), seeded by SeedSequence. Draws the same numbers as NumPy and therefore as
/// sacreBLEU.
class Pcg64 {
 public:
  explicit Pcg64(std::uint64_t seed);

  std::uint64_t next64() {
    step();
    const auto high = static_cast<std::uint64_t>(state_ >> 64U);
    const auto low = static_cast<std::uint64_t>(state_);
    return std::rotr(high ^ low, static_cast<int>(high >> 58U));
  }

  /// The lower half of a 64-bit draw, and the upper half on the next call.
  std::uint32_t next32() {
    if (upper_half_) {
      const std::uint32_t half = *upper_half_;
      upper_half_.reset();
      return half;
    }
    const std::uint64_t both = next64();
    upper_half_ = static_cast<std::uint32_t>(both >> 32U);
    return static_cast<std::uint32_t>(both);
  }

 private:
  __extension__ using State = unsigned __int128;

  void step() {
    constexpr State kMultiplier = State{2549297995355413924U} << 64U | 4865540595714422341U;
    state_ = state_ * kMultiplier + increment_;
  }

  State state_ = 0;
  State increment_ = 0;
  std::optional<std::uint32_t> upper_half_;
};

/// NumPy's `choice(bound, size)`: uniform numbers below `bound`, with Lemire's method (2019,
/// arXiv:1805.10941). With a bound of 1, nothing is drawn.
void draw_indices(Pcg64& generator, std::uint32_t bound, std::span<std::uint32_t> indices);

/// NumPy's `integers(2, size, dtype=bool)`, one at a time: 32 from each draw, the lowest bit first.
class CoinFlips {
 public:
  explicit CoinFlips(Pcg64& generator) : generator_(generator) {}
  bool next();

 private:
  Pcg64& generator_;
  std::uint32_t bits_ = 0;
  int left_ = 0;
};

}  // namespace regard::metrics
