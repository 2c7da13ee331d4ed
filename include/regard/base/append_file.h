#pragma once
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace regard {

/// A file that only grows: a log. What cannot be written is an Error, not lost unseen.
class AppendFile {
 public:
  /// Opens or makes the file. Throws Error where that cannot be done, as all below do.
  explicit AppendFile(std::filesystem::path path);

  void write(std::string_view bytes);
  /// Hands what was written to the system: other programs see it, and it outlives this one.
  void flush();
  /// Of the file, with what was written.
  int64_t size();

 private:
  void check() const;

  std::filesystem::path path_;
  std::ofstream out_;
};

}  // namespace regard
