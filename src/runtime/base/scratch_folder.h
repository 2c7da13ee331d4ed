#pragma once
#include <filesystem>
#include <string>

namespace regard {

/// A new empty folder for temporary files (below TMPDIR), deleted with its content on destruction.
class ScratchFolder {
 public:
  /// Throws Error where none can be made.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace regard
