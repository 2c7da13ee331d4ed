#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/atomic_file.h"

namespace regard {

/// Writes a .zip archive of stored (uncompressed) members. The file appears complete or not at all.
class ZipWriter {
 public:
  explicit ZipWriter(const std::filesystem::path& path) : file_(path) {}

  /// Throws Error if the archive would exceed 4 GiB or 65,535 files, the limits without ZIP64.
  void add(const std::string& name, std::string_view bytes);
  void commit();

 private:
  void write(std::string_view bytes);

  AtomicFile file_;
  std::string directory_;  // the entries of all members
  uint64_t written_ = 0;
  uint16_t members_ = 0;
};

}  // namespace regard
