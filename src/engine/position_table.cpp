#include "engine/position_table.h"

#include "engine/parameters.h"

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
    return floats_of(nn::sinusoidal_positions(0, plenty, size, torch::kFloat32, layout));
  });
}

}  // namespace regard::engine
