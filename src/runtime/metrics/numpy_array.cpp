#include "metrics/numpy_array.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace regard::metrics {
namespace {

/// NumPy's sum of contiguous numbers: eight parallel sums in blocks of at most 128 numbers, with
/// the blocks added in pairs.
template <class Float>
Float pairwise_sum(std::span<const double> values) {
  constexpr std::size_t kBlock = 128;
  constexpr std::size_t kLanes = 8;
  const auto at = [&](std::size_t i) { return static_cast<Float>(values[i]); };
  if (values.size() > kBlock) {
    const std::size_t half = values.size() / 2 / kLanes * kLanes;
    return pairwise_sum<Float>(values.first(half)) + pairwise_sum<Float>(values.subspan(half));
  }
  Float sum = 0;
  std::size_t i = 0;
  if (values.size() >= kLanes) {
    std::array<Float, kLanes> lanes;
    for (; i < kLanes; ++i) lanes[i] = at(i);
    for (; i + kLanes <= values.size(); i += kLanes) {
      for (std::size_t k = 0; k < kLanes; ++k) lanes[k] += at(i + k);
    }
    sum = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
          ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
  }
  for (; i < values.size(); ++i) sum += at(i);
  return sum;
}

/// The mean, rounded once: the sum keeps track of its rounding error (Neumaier, 1974).
double exact_mean(std::span<const double> values) {
  double sum = 0.0;
  double error = 0.0;
  for (const double value : values) {
    const double next = sum + value;
    error += std::abs(sum) >= std::abs(value) ? (sum - next) + value : (value - next) + sum;
    sum = next;
  }
  const auto count = static_cast<double>(values.size());
  const double quotient = sum / count;
  return quotient + (std::fma(-quotient, count, sum) + error) / count;
}

/// Half the width of the range left after cutting off a fortieth at either end.
NumpyNumber half_width(const NumpyArray& sorted) {
  const std::size_t cut = sorted.size() / 40;
  const double lowest = sorted.values()[cut];
  const double highest = sorted.values()[sorted.size() - cut - 1];
  return sorted.rounded(0.5 * sorted.rounded(highest - lowest).value());
}

}  // namespace

void NumpyArray::add(NumpyNumber number) {
  values_.push_back(number.value());
  float32_ = float32_ && number.is_float32();
}

NumpyNumber NumpyArray::rounded(double value) const {
  return float32_ ? NumpyNumber::float32(static_cast<float>(value)) : NumpyNumber(value);
}

NumpyNumber NumpyArray::mean() const {
  const auto count = static_cast<double>(size());
  if (!float32_) return pairwise_sum<double>(values_) / count;
  return NumpyNumber::float32(pairwise_sum<float>(values_)) / NumpyNumber(count);
}

NumpyArray NumpyArray::sorted() const {
  NumpyArray sorted = *this;
  std::sort(sorted.values_.begin(), sorted.values_.end());
  return sorted;
}

NumpyArray NumpyArray::absolute_difference(const NumpyArray& other) const {
  NumpyArray difference;
  difference.float32_ = float32_ && other.float32_;
  for (std::size_t i = 0; i < size(); ++i) {
    difference.values_.push_back(
        difference.rounded(std::abs(values_[i] - other.values_[i])).value());
  }
  return difference;
}

std::size_t NumpyArray::count_above_mean_by_more_than(double difference) const {
  const double mean = this->mean().value();
  const double threshold = rounded(difference).value();
  return static_cast<std::size_t>(std::count_if(values_.begin(), values_.end(), [&](double value) {
    return rounded(value - mean).value() > threshold;
  }));
}

Interval interval_of(const NumpyArray& scores) {
  const NumpyArray sorted = scores.sorted();
  return {.mean = sorted.rounded(exact_mean(sorted.values())).value(),
          .half_width = half_width(sorted).value()};
}

Interval interval_with_numpy_mean(const NumpyArray& scores) {
  const NumpyArray sorted = scores.sorted();
  return {.mean = sorted.mean().value(), .half_width = half_width(sorted).value()};
}

namespace {

/// Expands a seed into well-mixed bits: NumPy's SeedSequence, after O'Neill's seed_seq_fe128 (2015,
/// pcg-random.org).
class SeedSequence {
 public:
  explicit SeedSequence(std::uint64_t seed)
      : pool_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U), 0, 0} {
    std::uint32_t multiplier = 0x43b0d7e5;
    const auto hash = [&](std::uint32_t value) {
      value ^= multiplier;
      multiplier *= 0x931e8875;
      value *= multiplier;
      return value ^ (value >> 16U);
    };
    for (auto& word : pool_) word = hash(word);
    for (std::size_t from = 0; from < pool_.size(); ++from) {
      for (std::size_t to = 0; to < pool_.size(); ++to) {
        if (to == from) continue;
        const std::uint32_t mixed = 0xca01f9dd * pool_[to] - 0x4973f715 * hash(pool_[from]);
        pool_[to] = mixed ^ (mixed >> 16U);
      }
    }
  }

  std::uint64_t next64() {
    const std::uint64_t low = next32();
    return low | (std::uint64_t{next32()} << 32U);
  }

 private:
  std::uint32_t next32() {
    std::uint32_t value = pool_[next_++ % pool_.size()] ^ multiplier_;
    multiplier_ *= 0x58f38ded;
    value *= multiplier_;
    return value ^ (value >> 16U);
  }

  std::array<std::uint32_t, 4> pool_;
  std::uint32_t multiplier_ = 0x8b51f9dd;
  std::size_t next_ = 0;
};

}  // namespace

Pcg64::Pcg64(std::uint64_t seed) {
  SeedSequence words(seed);
  const auto next128 = [&] {
    const State high = words.next64();
    return high << 64U | words.next64();
  };
  const State start = next128();
  const State stream = next128();
  increment_ = stream << 1U | 1U;
  step();
  state_ += start;
  step();
}

void draw_indices(Pcg64& generator, std::uint32_t bound, std::span<std::uint32_t> indices) {
  for (auto& index : indices) {
    if (bound == 1) {
      index = 0;
      continue;
    }
    std::uint64_t product = std::uint64_t{generator.next32()} * bound;
    if (static_cast<std::uint32_t>(product) < bound) {  // possibly one of the biased values
      const std::uint32_t too_low = -bound % bound;
      while (static_cast<std::uint32_t>(product) < too_low) {
        product = std::uint64_t{generator.next32()} * bound;
      }
    }
    index = static_cast<std::uint32_t>(product >> 32U);
  }
}

bool CoinFlips::next() {
  if (left_ == 0) {
    bits_ = generator_.next32();
    left_ = 32;
  } else {
    bits_ >>= 1U;
  }
  --left_;
  return (bits_ & 1U) != 0;
}

}  // namespace regard::metrics
