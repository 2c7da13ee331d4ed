#include "trainer/memory_meter.h"

#include <c10/core/Allocator.h>

#include <algorithm>
#include <mutex>

namespace regard::train {

/// LibTorch's allocators report every tensor to it, as to their profiler. Frees of older tensors
/// are not counted.
class MemoryMeter::Count : public c10::MemoryReportingInfoBase {
 public:
  void reportMemoryUsage(void*, int64_t bytes, size_t, size_t, c10::Device) override {
    const std::lock_guard lock(mutex_);
    now_ = std::max<int64_t>(now_ + bytes, 0);
    peak_ = std::max(peak_, now_);
  }
  bool memoryProfilingEnabled() const override { return true; }

  int64_t peak() const {
    const std::lock_guard lock(mutex_);
    return peak_;
  }

 private:
  mutable std::mutex mutex_;
  int64_t now_ = 0, peak_ = 0;
};

MemoryMeter::MemoryMeter()
    : count_(std::make_shared<Count>()), guard_(c10::DebugInfoKind::PROFILER_STATE, count_) {}

int64_t MemoryMeter::peak() const { return count_->peak(); }

}  // namespace regard::train
