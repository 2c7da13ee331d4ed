#include "engine/position_table.h"

#include <cmath>

namespace regard::engine {

PositionTable::Rows PositionTable::at_least(int64_t count) {
  const std::lock_guard lock(mutex_);
  if (count_ < count) {
    rows_ = std::make_shared<const std::vector<float>>(compute_(count));
    count_ = static_cast<int64_t>(rows_->size()) / size_;
  }
  return rows_;
}

std::shared_ptr<PositionTable> sinusoidal_positions(int64_t size, nn::SinusoidLayout layout) {
  return std::make_shared<PositionTable>(size, [size, layout](int64_t count) {
    const int64_t plenty = (count + 127) / 128 * 128;
    const auto frequencies = nn::sinusoid_frequencies(size, layout);
    const bool is_interleaved = layout == nn::SinusoidLayout::interleaved;
    std::vector<float> rows(static_cast<size_t>(plenty * size));
    for (int64_t position = 0; position < plenty; ++position) {
      float* row = rows.data() + position * size;
      for (int64_t j = 0; j < size / 2; ++j) {
        const double angle = static_cast<double>(position) * frequencies[static_cast<size_t>(j)];
        row[is_interleaved ? 2 * j : j] = static_cast<float>(std::sin(angle));
        row[is_interleaved ? 2 * j + 1 : size / 2 + j] = static_cast<float>(std::cos(angle));
      }
    }
    return rows;
  });
}

}  // namespace regard::engine
