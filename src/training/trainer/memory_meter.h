#pragma once
#include <c10/util/ThreadLocalDebugInfo.h>

#include <cstdint>
#include <memory>

namespace regard::train {

/// Counts the bytes of tensors created during its lifetime, on any device.
class MemoryMeter {
 public:
  MemoryMeter();

  /// The peak.
  int64_t peak() const;

 private:
  class Count;
  std::shared_ptr<Count> count_;
  c10::DebugInfoGuard guard_;
};

}  // namespace regard::train
