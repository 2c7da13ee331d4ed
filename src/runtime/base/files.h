#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace regard {

/// All paths may lead into a packed folder (base/packed_folder.h).

/// The size of a regular file in bytes, without opening it. Throws Error if the file does not exist
/// or has more than `most` bytes, and if the path is anything else: a directory, a pipe (which
/// could block), a device (which may be endless) or a symlink loop.
uint64_t size_of_regular_file(const std::filesystem::path& path,
                              uint64_t most = std::numeric_limits<uint64_t>::max());

/// Whether the path exists. Also true if the system cannot tell, as with a symlink loop; opening
/// the path then reports why.
bool is_there(const std::filesystem::path& path);
/// Whether the path is a folder: a real one, a symlink to one, or a packed one.
bool is_folder(const std::filesystem::path& path);

/// Creates a folder and its missing parents, synced to disk. Throws Error with `remedy` if that
/// fails or a file has that name.
void make_folder(const std::filesystem::path& path,
                 const std::string& remedy = "name another folder");

/// Throws Error now, with `remedy`, if a folder cannot be written later: if a file has that name,
/// or if the folder (or its nearest existing parent) is not writable. Creates nothing.
void check_folder_can_be_written(const std::filesystem::path& path,
                                 const std::string& remedy = "name another folder");

/// Syncs the entries of a folder to disk, so that a power cut cannot undo a rename or removal.
/// False, with errno set, if the disk fails; a folder that cannot be synced counts as synced.
bool sync_folder(const std::filesystem::path& path);

/// A unique name for a temporary file next to `path`, which the file will replace:
/// "NAME.tmp-PROCESS-NUMBER".
std::filesystem::path temporary_beside(const std::filesystem::path& path);

/// The path that a temporary file of this name was to replace; nothing for any other name.
std::optional<std::string> replaced_by(const std::string& temporary);

/// A new empty folder for temporary files (below TMPDIR), deleted with its content on destruction.
/// The constructor also deletes the scratch folders of killed processes.
class ScratchFolder {
 public:
  /// Throws Error if the folder cannot be created.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
  std::shared_ptr<const void> lock_;  // shows other processes that the folder is in use
};

/// The folder `regard` in $XDG_STATE_HOME or ~/.local/state, for the user's data that outlives a
/// run. It need not exist. Empty if neither variable has an absolute path.
std::filesystem::path state_folder();

/// A lock that one process holds at a time; other processes print a message and wait for it. The
/// system releases it when the process ends, even if it is killed. If the file cannot be created or
/// locked, the process continues without a lock, since locks only avoid duplicate work.
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
