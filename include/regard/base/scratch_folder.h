#pragma once
#include <filesystem>
#include <string>

namespace regard {

/// A new empty folder of this process, where temporary files go (TMPDIR); it goes away with what is
/// in it.
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
