#pragma once
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace regard {

/// A file that only grows, such as a log. Failed writes throw Error instead of being lost silently.
class AppendFile {
 public:
  /// Opens or creates the file. Throws Error if that fails, as do all functions below.
  explicit AppendFile(std::filesystem::path path);

  void write(std::string_view bytes);
  /// Hands what was written to the system: other programs see it, and it outlives this process.
  void flush();
  /// Size of the file, including what was written.
  int64_t size();

 private:
  void check() const;

  std::filesystem::path path_;
  std::ofstream out_;
};

}  // namespace regard
