#pragma once
#include <filesystem>

namespace regard {

/// Held by one process at a time; others that ask for the same file say so and wait. The system
/// releases it when a process ends, however it ends. If the file cannot be created or locked, there
/// is no lock and no error: the lock saves work, it protects nothing.
class FileLock {
 public:
  /// Throws Interrupted if a signal ends the wait (stop_if_interrupted).
  explicit FileLock(const std::filesystem::path& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace regard
