#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/metric.h"

namespace regard::metrics {

/// Sums chosen rows of a table in the given order; with `Value` float, rounding is NumPy's for
/// float32. Rows are padded, so that several columns are added at a time.
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

  /// By column; valid until the next call.
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
  std::size_t blocks_;  ///< in a row
  std::vector<Block> values_;
  std::vector<Value> sums_;
};

}  // namespace regard::metrics
