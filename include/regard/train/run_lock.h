#pragma once
#include <string>

namespace regard::train {

/// That one process at a time trains in a run directory. The system takes it from a process that
/// ends, however it does, and nothing of it is left in the directory. Where the file system has no
/// locks there is none, and no error.
class RunLock {
 public:
  /// Throws Error if another process trains in `directory`, which must exist.
  explicit RunLock(const std::string& directory);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace regard::train
