#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace regard {

/// A memory-mapped, read-only file: the system reads a page on first use and evicts it when memory
/// is short. The file may be renamed, removed or replaced meanwhile. Truncating it or writing to it
/// changes the memory, which check_unchanged() detects.
class MappedFile {
 public:
  /// `path` may lead into a packed folder (base/packed_folder.h). Throws Error if it is missing,
  /// unreadable or not a regular file.
  explicit MappedFile(const std::filesystem::path& path);

  /// The file's bytes, at an address that is a multiple of 512.
  std::span<const std::byte> bytes() const { return bytes_; }

  /// Throws Error if the file has been written to since it was mapped.
  void check_unchanged() const;

  /// Lets the system evict all pages; the next use reads them again.
  void let_go() const;

  /// Keeps the mapping: bytes() stays valid as long as a copy of this pointer exists.
  std::shared_ptr<const void> memory() const { return mapping_; }

 private:
  class Mapping;
  std::shared_ptr<const Mapping> mapping_;
  std::span<const std::byte> bytes_;
};

/// Call this in main. The missing part of a truncated mapped file then reads as zeros, and
/// check_unchanged() reports the change. Without the call, such a read ends the program (SIGBUS).
void survive_shortened_files();

}  // namespace regard
