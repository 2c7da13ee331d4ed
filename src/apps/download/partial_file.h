#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace regard::download {

/// A file that a download fills. An interrupted download leaves it for the next one. Every failure
/// throws Error.
class PartialFile {
 public:
  /// Opens or creates the file, which may grow to `most` bytes. Does not follow a symlink.
  PartialFile(const std::filesystem::path& path, uint64_t most);
  ~PartialFile();
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  uint64_t size() const { return size_; }
  void empty();
  /// Appends bytes. Throws Error if the file would become too large.
  void append(std::string_view bytes);
  /// Syncs the file to disk.
  void sync();

 private:
  [[noreturn]] void fail(const char* deed, int error) const;

  std::filesystem::path path_;
  uint64_t most_;
  int descriptor_;
  uint64_t size_ = 0;
};

}  // namespace regard::download
