#pragma once
#include <filesystem>

namespace regard {

/// Held by one process at a time: others that ask for the same file wait. The system takes it from
/// a process that ends, however it does. Where the file cannot be made or locked, there is no lock,
/// and no error: it saves work, it guards nothing.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace regard
