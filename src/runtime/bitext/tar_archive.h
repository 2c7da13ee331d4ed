#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "base/byte_source.h"

namespace regard::bitext {

/// The files in a .tar archive (POSIX ustar, with the long names of GNU tar and pax), plain, .gz,
/// .xz or .zst, in sequence.
class TarArchive {
 public:
  /// `most` limits the uncompressed size of the archive.
  explicit TarArchive(const std::string& path, uint64_t most = UINT64_MAX);

  /// Advances to the next regular file. False at the end. Throws Error if the archive is damaged.
  bool next();
  const std::string& name() const { return name_; }
  /// The bytes of the current file, to be read before next() is called. The archive must outlive
  /// them.
  std::unique_ptr<ByteSource> open();

 private:
  class File;
  [[noreturn]] void fail(const std::string& what) const;
  void need(uint64_t size);
  bool append(std::string& bytes);
  void skip_file();
  std::string record_of_file();
  uint64_t begin_file(const std::string& header);

  std::string path_;
  std::unique_ptr<ByteSource> bytes_;
  std::string buffer_;
  std::string name_;
  uint64_t most_, unpacked_ = 0;
  uint64_t left_ = 0;     // unread bytes of the file
  uint64_t padding_ = 0;  // bytes after the file
};

}  // namespace regard::bitext
