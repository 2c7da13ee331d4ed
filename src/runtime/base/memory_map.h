#pragma once
#include <filesystem>
#include <string_view>
#include <utility>

namespace regard {

/// The bytes that a file has now, as read-only memory. The system reads a page on first use and
/// takes it back when memory is short, so a file may be larger than memory. They are mapped from a
/// copy without a name: a mapped file that somebody shortens ends the program (SIGBUS).
class MemoryMap {
 public:
  /// Throws Error if the file is missing, unreadable or no regular file, and if there is no space
  /// for the copy, neither beside the file nor in TMPDIR.
  explicit MemoryMap(const std::filesystem::path& path);
  ~MemoryMap();
  MemoryMap(MemoryMap&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  MemoryMap& operator=(MemoryMap&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  /// They start at an address aligned for every type.
  std::string_view bytes() const { return bytes_; }

 private:
  std::string_view bytes_;
};

}  // namespace regard
