#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>

namespace regard {

/// A file that appears under its name complete or not at all: a temporary file in the same folder
/// is written, and commit() renames it. Without commit, destruction removes the temporary file and
/// leaves an existing file unchanged. Missing parent folders are created and kept. A signal that
/// ends the program also removes the temporary file; after SIGKILL, the next writer does. A symlink
/// is followed; a special file (a pipe, /dev/null) is written to directly. Every failure throws
/// Error, including a full disk.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);
  /// Flushes to the kernel; the file is not yet renamed into place.
  void flush();
  /// Syncs the file to disk and renames it into place. Nothing may be written afterwards.
  void commit();

  const std::filesystem::path& path() const { return path_; }

 private:
  int open_temporary();
  [[noreturn]] void fail(const char* deed, int error);
  void write_to_disk(const char* bytes, size_t size);
  void discard() noexcept;

  std::filesystem::path path_;       // the path that the caller gave
  std::filesystem::path final_;      // path_ with symlinks resolved
  std::filesystem::path temporary_;  // empty if final_ is written directly
  bool is_new_ = false;              // final_ did not exist before
  int descriptor_ = -1;
  std::string buffer_;
};

void write_file_atomically(const std::filesystem::path& path, std::string_view bytes);

/// The content of a file. Throws Error if it is missing, not a regular file, unreadable or larger
/// than `most` bytes.
std::string read_file(const std::filesystem::path& path,
                      uint64_t most = std::numeric_limits<uint64_t>::max());

/// Reads a file, or a pipe until its end; for paths that users give, as in `regard train <(envsubst
/// < a.yaml)`.
std::string read_file_or_pipe(const std::filesystem::path& path, uint64_t most);

/// An append-only file, such as a log. Failed writes throw Error instead of being lost silently.
class AppendFile {
 public:
  /// Opens or creates the file and truncates it to `keep_bytes`. A symlink is not followed, so that
  /// no other file is truncated. Throws Error if opening fails or the file is not regular. The
  /// functions below also throw Error.
  explicit AppendFile(std::filesystem::path path,
                      int64_t keep_bytes = std::numeric_limits<int64_t>::max());
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  void write(std::string_view bytes);
  /// Flushes to the kernel: other programs then see the data, which outlives this process.
  void flush();
  /// Syncs to disk, where the data survives a power cut.
  void sync();
  /// Size of the file, including buffered bytes.
  int64_t size() const { return size_ + static_cast<int64_t>(buffer_.size()); }

 private:
  [[noreturn]] void fail(int error) const;

  std::filesystem::path path_;
  int descriptor_;
  int64_t size_ = 0;  // size without the buffer
  std::string buffer_;
};

/// Records the temporary name of a file, for a handler that removes it when a signal ends the
/// program. The characters must stay in place until forget_unfinished().
void remember_unfinished(const char* path);
void forget_unfinished(const char* path) noexcept;

/// From now on, SIGINT, SIGTERM and SIGHUP remove the remembered files and then end the program.
/// Ignored signals, as under nohup, stay ignored. Only programs may call this function; a library
/// must not change signal handlers.
void remove_unfinished_on_signals();

}  // namespace regard
