#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace regard {

/// A path may lead into a packed folder (base/packed_folder.h).

/// The size of a regular file in bytes. Throws Error where there is none, where the path leads to
/// something else (a directory, a pipe, which would be waited for, a device, which may never end, a
/// link to itself), and where it has more than `most` bytes. Opens nothing.
uint64_t size_of_regular_file(const std::filesystem::path& path,
                              uint64_t most = std::numeric_limits<uint64_t>::max());

/// Whether something has this name. True also of what the system does not let us look at, a link to
/// itself for example, so that whoever opens it says why.
bool is_there(const std::filesystem::path& path);
/// Whether it is a folder, itself, by a link or packed.
bool is_folder(const std::filesystem::path& path);

/// Creates a folder and its parents if missing, safe on the disk. Throws Error with `remedy` if
/// that fails or a file has that name.
void make_folder(const std::filesystem::path& path,
                 const std::string& remedy = "name another folder");

/// For writing into a folder after long work: throws Error now, with `remedy`, if a file has that
/// name, or if the folder, or the nearest existing one above it, is not writable. Creates nothing.
void check_folder_can_be_written(const std::filesystem::path& path,
                                 const std::string& remedy = "name another folder");

/// Brings the names in a folder to the disk, so that a power cut undoes no rename or removal. False
/// and errno where the disk fails; a folder that cannot be synced at all counts as done.
bool sync_folder(const std::filesystem::path& path);

/// A name for a file that is written beside another and then takes its place, as no other process
/// or call gives it: "NAME.tmp-PROCESS-NUMBER".
std::filesystem::path temporary_beside(const std::filesystem::path& path);

/// The name of the file that one of that name was to replace; nothing for any other name.
std::optional<std::string> replaced_by(const std::string& temporary);

/// A new empty folder for temporary files (below TMPDIR), deleted with its content on destruction.
/// The next one that is made deletes those of processes that were killed.
class ScratchFolder {
 public:
  /// Throws Error where none can be made.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
  std::shared_ptr<const void> lock_;  // shows others that the folder is in use
};

/// The folder `regard` in $XDG_STATE_HOME or ~/.local/state, for what outlives a run and belongs to
/// the user. It need not exist. Empty if the environment names no absolute path for it.
std::filesystem::path state_folder();

/// Held by one process at a time; others that ask for the same file say so and wait. The system
/// releases it when a process ends, however it ends. If the file cannot be created or locked, there
/// is neither a lock nor an error: the lock saves work, it protects nothing.
class FileLock {
 public:
  /// Throws Interrupted if a signal ends the wait (stop_if_interrupted).
  explicit FileLock(const std::filesystem::path& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace regard
