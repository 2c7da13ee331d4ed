#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace regard::download {

/// A file that a download fills, which an interrupted one leaves for the next. Every failure throws
/// Error.
class PartialFile {
 public:
  /// Opens or creates it; a link is not followed.
  explicit PartialFile(const std::filesystem::path& path);
  ~PartialFile();
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  uint64_t size() const { return size_; }
  void empty();
  /// Throws Error beyond limits::kDownloadBytes.
  void append(std::string_view bytes);
  /// Brings it to the disk.
  void sync();

 private:
  [[noreturn]] void fail(const char* deed, int error) const;

  std::filesystem::path path_;
  int descriptor_;
  uint64_t size_ = 0;
};

}  // namespace regard::download
