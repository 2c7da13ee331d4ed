#pragma once
#include <filesystem>
#include <string_view>
#include <utility>

namespace regard {

/// The bytes of a file as read-only memory. The system reads a page on first use and takes it back
/// when memory is short, so a file may be larger than memory.
class MemoryMap {
 public:
  /// Throws Error if the file is missing or unreadable.
  explicit MemoryMap(const std::filesystem::path& path);
  ~MemoryMap();
  MemoryMap(MemoryMap&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  MemoryMap& operator=(MemoryMap&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  /// They start at an address aligned for every type. The file must not change while mapped, but
  /// may be deleted.
  std::string_view bytes() const { return bytes_; }

 private:
  std::string_view bytes_;
};

}  // namespace regard
