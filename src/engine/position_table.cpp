#include "engine/position_table.h"

namespace regard::engine {

PositionTable::Rows PositionTable::at_least(int64_t count) {
  const std::lock_guard lock(mutex_);
  if (count_ < count) {
    rows_ = std::make_shared<const std::vector<float>>(compute_(count));
    count_ = static_cast<int64_t>(rows_->size()) / size_;
  }
  return rows_;
}

}  // namespace regard::engine
