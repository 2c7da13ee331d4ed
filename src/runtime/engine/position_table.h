#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "architecture/sinusoid_layout.h"

namespace regard::engine {

/// Vectors of positions, computed once and shared by threads. The table grows when a longer
/// sentence arrives.
class PositionTable {
 public:
  using Rows = std::shared_ptr<const std::vector<float>>;

  /// `compute(count)` returns at least the first `count` rows of `size` numbers, consecutively; it
  /// throws Error if there are not that many.
  PositionTable(int64_t size, std::function<std::vector<float>(int64_t count)> compute)
      : size_(size), compute_(std::move(compute)) {}

  /// At least `count` rows.
  Rows at_least(int64_t count);

 private:
  int64_t size_;
  std::function<std::vector<float>(int64_t count)> compute_;
  std::mutex mutex_;
  int64_t count_ = 0;
  Rows rows_;
};

/// Those of nn::sinusoidal_positions (nn/positional_encoding.h).
std::shared_ptr<PositionTable> sinusoidal_positions(
    int64_t size, nn::SinusoidLayout layout = nn::SinusoidLayout::interleaved);

}  // namespace regard::engine
