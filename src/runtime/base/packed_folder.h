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

/// Compresses a text as a .gz file has it (RFC 1952), without a name or time: the same text becomes
/// the same bytes.
class GzipStream {
 public:
  /// Throws Error if there is no memory for it.
  GzipStream();
  ~GzipStream();
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;

  /// Compresses more text. Returns the compressed bytes that are ready.
  std::string add(std::string_view text);
  /// The last compressed bytes.
  std::string end();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A folder as one file, whose files are read where they lie: a POSIX tar archive (ustar) of plain
/// files, which tar lists and unpacks. The first, SHA256SUMS, names the version of the format and
/// the hash of each other file; `sha256sum --check` understands it. A path such as
/// model.regard/config.yaml leads to a file within, for whoever reads by size_of_regular_file(),
/// is_there(), is_folder(), read_file() or MappedFile.

/// Bytes of a file, which is open: another file that takes its name changes nothing.
struct FilePart {
  std::filesystem::path file;
  uint64_t begin, size;
  OpenDescriptor descriptor;

  /// Throws Error if the file was shortened.
  std::string read() const;
};

/// The position of the file with this path, if it leads into a packed folder that has it. Throws
/// Error if the packed folder is cut or damaged, or is of a newer version.
std::optional<FilePart> find_in_packed_folder(const std::filesystem::path& path);

/// Whether a file is a packed folder, whole or not.
bool is_packed_folder(const std::filesystem::path& path);

/// The names of its files, SHA256SUMS left out, in their order. Throws Error as find does.
std::vector<std::string> files_of_packed_folder(const std::filesystem::path& path);

/// Throws Error, naming the first, if a file within is not the one that was packed.
void check_packed_folder(const std::filesystem::path& path);

/// Writes files, which take their own names, as a packed folder, atomically. The same files make
/// the same bytes.
void write_packed_folder(const std::filesystem::path& path,
                         const std::vector<std::filesystem::path>& files);

/// Puts a file into a packed folder, atomically: in place of the one of its name, or behind the
/// others. Throws Error as find does.
void put_into_packed_folder(const std::filesystem::path& path, const std::filesystem::path& file);

}  // namespace regard
