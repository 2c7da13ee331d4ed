#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>

namespace regard {

/// A file that only grows, such as a log. Failed writes throw Error instead of being lost silently.
class AppendFile {
 public:
  /// Opens or creates the file, and cuts off what is longer than `keep_bytes`. A link is not
  /// followed, so that only this file is cut. Throws Error if that fails or if it is no regular
  /// file, as do all functions below.
  explicit AppendFile(std::filesystem::path path,
                      int64_t keep_bytes = std::numeric_limits<int64_t>::max());
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  void write(std::string_view bytes);
  /// Hands what was written to the system: other programs see it, and it outlives this process.
  void flush();
  /// Brings it to the disk, where it outlives a power cut too.
  void sync();
  /// Size of the file, including what was written.
  int64_t size() const { return size_ + static_cast<int64_t>(buffer_.size()); }

 private:
  [[noreturn]] void fail(int error) const;

  std::filesystem::path path_;
  int descriptor_;
  int64_t size_ = 0;  // without the buffer
  std::string buffer_;
};

}  // namespace regard
