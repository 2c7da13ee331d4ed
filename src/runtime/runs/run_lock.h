#pragma once
#include <string>

namespace regard::train {

/// Ensures that one process at a time trains in a run directory. The system releases the lock when
/// a process ends, however it ends, and no file remains. On a file system without locks there is no
/// protection, and no error.
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

/// Whether a process trains in `directory` now.
bool is_training(const std::string& directory);

}  // namespace regard::train
