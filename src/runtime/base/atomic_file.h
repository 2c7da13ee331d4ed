#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>

namespace regard {

/// A file that appears under its name complete or not at all: written beside it, then renamed by
/// commit(). Destroyed without commit, it leaves nothing behind, and an old file stays as it was.
/// Folders that are missing above it are made, and stay.
/// A signal that ends the program removes it, too; the next writer removes what SIGKILL leaves.
/// A link is followed; a special file (a pipe, /dev/null) is written to directly.
/// Every failure, a full disk too, throws Error.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);
  /// Hands what was written so far to the system; it is not yet under its name.
  void flush();
  /// Puts the file under its name, safe on the disk. Nothing may be written after it.
  void commit();

  const std::filesystem::path& path() const { return path_; }

 private:
  int open_temporary();
  [[noreturn]] void fail(const char* deed, int error);
  void write_to_disk(const char* bytes, size_t size);
  void discard() noexcept;

  std::filesystem::path path_;       // as the caller names it
  std::filesystem::path final_;      // path_ with links followed
  std::filesystem::path temporary_;  // empty: final_ is written directly
  bool is_new_ = false;              // there was no file before
  int descriptor_ = -1;
  std::string buffer_;
};

void write_file_atomically(const std::filesystem::path& path, std::string_view bytes);

/// The whole file. Throws Error when it is missing, not a regular file, unreadable or larger than
/// `most` bytes.
std::string read_file(const std::filesystem::path& path,
                      uint64_t most = std::numeric_limits<uint64_t>::max());

/// Reads a file, or a pipe to its end. For files that the user names, as in
/// `regard train <(envsubst < a.yaml)`.
std::string read_file_or_pipe(const std::filesystem::path& path, uint64_t most);

/// A file that only grows, such as a log. Failed writes throw Error instead of being lost silently.
class AppendFile {
 public:
  /// Opens or creates the file, and cuts off what is longer than `keep_bytes`. A link is not
  /// followed, so that only this file is cut. Throws Error if that fails or if it is no regular
  /// file, as do all functions below.
  explicit AppendFile(std::filesystem::path path,
                      int64_t keep_bytes = std::numeric_limits<int64_t>::max());
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  void write(std::string_view bytes);
  /// Hands what was written to the system: other programs see it, and it outlives this process.
  void flush();
  /// Brings it to the disk, where it outlives a power cut too.
  void sync();
  /// Size of the file, including what was written.
  int64_t size() const { return size_ + static_cast<int64_t>(buffer_.size()); }

 private:
  [[noreturn]] void fail(int error) const;

  std::filesystem::path path_;
  int descriptor_;
  int64_t size_ = 0;  // without the buffer
  std::string buffer_;
};

/// Remembers the name of a file that will be renamed when it is complete, so that a signal that
/// ends the program can remove it. The characters must stay in place until forget_unfinished().
void remember_unfinished(const char* path);
void forget_unfinished(const char* path) noexcept;

/// From now on SIGINT, SIGTERM and SIGHUP remove these files before they end the program. Signals
/// that are ignored, as under nohup, stay ignored. For programs; a library leaves signals alone.
void remove_unfinished_on_signals();

}  // namespace regard
