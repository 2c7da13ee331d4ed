#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/process.h"

namespace regard {

/// Compresses text into the .gz format (RFC 1952), without a name or time, so that the output
/// depends only on the text.
class GzipStream {
 public:
  /// Throws Error if memory is short.
  GzipStream();
  ~GzipStream();
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;

  /// Compresses more text; returns the compressed bytes that are ready.
  std::string add(std::string_view text);
  /// Returns the last compressed bytes.
  std::string end();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A folder packed into one file, whose members are read in place: a POSIX tar archive (ustar) of
/// regular files, which tar lists and unpacks. The first member, SHA256SUMS, has the version of the
/// format and the hash of every other file; `sha256sum --check` accepts it. A path such as
/// model.regard/config.yaml leads to a member in size_of_regular_file(), is_there(), is_folder(),
/// read_file() and MappedFile.

/// Part of a file that is kept open, so replacing the file has no effect.
struct FilePart {
  std::filesystem::path file;
  uint64_t begin, size;
  OpenDescriptor descriptor;

  /// Throws Error if the file was truncated.
  std::string read() const;
};

/// The member that this path leads to; nothing if it does not lead to a member of a packed folder.
/// Throws Error if the packed folder is truncated, damaged or of a newer version.
std::optional<FilePart> find_in_packed_folder(const std::filesystem::path& path);

/// Whether a file is a packed folder, possibly incomplete.
bool is_packed_folder(const std::filesystem::path& path);

/// The members' names in order, without SHA256SUMS. Throws Error like find_in_packed_folder().
std::vector<std::string> files_of_packed_folder(const std::filesystem::path& path);

/// Throws Error naming the first member whose content differs from its hash.
void check_packed_folder(const std::filesystem::path& path);

/// Packs files atomically, under their own file names. The same files give the same bytes.
void write_packed_folder(const std::filesystem::path& path,
                         const std::vector<std::filesystem::path>& files);

/// Adds a file to a packed folder, or replaces the member with its name, atomically. Throws Error
/// as find_in_packed_folder() does.
void put_into_packed_folder(const std::filesystem::path& path, const std::filesystem::path& file);

}  // namespace regard
