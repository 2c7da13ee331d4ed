#pragma once
#include <filesystem>
#include <string_view>
#include <utility>

namespace regard {

/// The bytes of a file as memory, to be read only. The system reads a page when it is first used,
/// and takes it back where memory is short: a file may be larger than the memory.
class MemoryMap {
 public:
  /// Throws Error where the file is missing or cannot be read.
  explicit MemoryMap(const std::filesystem::path& path);
  ~MemoryMap();
  MemoryMap(MemoryMap&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  MemoryMap& operator=(MemoryMap&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  /// They begin at an address that suits every type. The file must not change while they are read;
  /// its name may go.
  std::string_view bytes() const { return bytes_; }

 private:
  std::string_view bytes_;
};

}  // namespace regard
