#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace regard {

/// A file's bytes as read-only memory: the system reads a page on first use and takes it back when
/// memory is short. The file may be renamed, removed or replaced by another one meanwhile. Somebody
/// who shortens it or writes into it changes the memory, which check_unchanged() notices.
class MappedFile {
 public:
  /// `path` may be one of a packed folder (base/packed_folder.h). Throws Error if it is missing,
  /// unreadable or not a regular file.
  explicit MappedFile(const std::filesystem::path& path);

  /// They begin at an address that is a multiple of 512.
  std::span<const std::byte> bytes() const { return bytes_; }

  /// Throws Error if the file has been written to since it was mapped.
  void check_unchanged() const;

  /// Lets the system take back the pages that were used, until they are used again.
  void let_go() const;

  /// Where the bytes are, for who keeps some of them.
  std::shared_ptr<const void> memory() const { return mapping_; }

 private:
  class Mapping;
  std::shared_ptr<const Mapping> mapping_;
  std::span<const std::byte> bytes_;
};

/// For a program's main: a mapped file that somebody shortens reads as zeros where it ended, and
/// check_unchanged() says so. Otherwise reading there ends the program (SIGBUS).
void survive_shortened_files();

}  // namespace regard
