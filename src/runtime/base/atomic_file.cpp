#include "base/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "base/packed_folder.h"
#include "base/process.h"
#include "base/suffixed_name.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {
namespace {

constexpr size_t kBufferSize = size_t{1} << 16;

std::string error_text(int error) { return std::generic_category().message(error); }

const char* remedy_of(int error) {
  if (error == ENOSPC || error == EDQUOT) return "free some space, or write to another disk";
  if (error == EFBIG) return "raise the limit on the size of files (ulimit -f)";
  return "name a file in a folder that you may write to";
}

/// Removes the temporary files of killed processes. A running process holds a lock on its file.
void remove_unfinished(const std::filesystem::path& path) {
  const auto file = name_for_suffix(path);
  const auto folder = path.has_parent_path() ? path.parent_path() : ".";
  std::error_code end;  // set if no further entry can be listed
  for (std::filesystem::directory_iterator entry(folder, end), none; !end && entry != none;
       entry.increment(end)) {
    if (replaced_by(entry->path().filename().string()) != file) continue;
    const int descriptor =
        ::open(entry->path().c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) continue;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(entry->path().c_str());
    ::close(descriptor);
  }
}

std::string read_opened(const std::filesystem::path& path, uint64_t size, uint64_t most) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw Error("cannot be opened: " + error_text(errno), path.string());
  std::string bytes;
  bytes.reserve(static_cast<size_t>(size) + 1);
  std::string chunk(kBufferSize, '\0');
  ssize_t count = 0;
  while ((count = read_some(descriptor, chunk.data(), chunk.size())) > 0 && bytes.size() <= most) {
    bytes.append(chunk, 0, static_cast<size_t>(count));
  }
  const int error = errno;
  ::close(descriptor);
  if (count < 0) throw Error("cannot be read: " + error_text(error), path.string());
  if (bytes.size() > most) {
    throw Error(str("is larger than the limit of ", most, " bytes"), path.string());
  }
  return bytes;
}

}  // namespace

AtomicFile::AtomicFile(const std::filesystem::path& path) : path_(path), final_(path) {
  if (path.has_parent_path() && is_packed_folder(path.parent_path())) {
    throw Error("cannot be written: a packed model is read-only", path.string(),
                "unpack it into a directory (tar -xf), and use that directory");
  }
  std::error_code ignored;
  if (std::filesystem::is_symlink(path, ignored)) {
    const auto target = std::filesystem::weakly_canonical(path, ignored);
    if (!ignored) final_ = target;
  }
  const auto status = std::filesystem::status(final_, ignored);
  if (std::filesystem::is_directory(status)) {
    throw Error("is a directory, but must be a file to write to", path_.string(),
                "name a file in it");
  }
  const bool takes_its_place =
      !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  is_new_ = !std::filesystem::exists(status);
  const auto folder = final_.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) make_folder(folder);
  if (takes_its_place) remove_unfinished(final_);
  descriptor_ = takes_its_place ? open_temporary()
                                : ::open(final_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("opened for writing", errno);
}

/// A descriptor, or -1 with errno set.
int AtomicFile::open_temporary() {
  while (true) {
    forget_unfinished(temporary_.c_str());
    temporary_ = temporary_beside(final_);
    remember_unfinished(temporary_.c_str());
    const int descriptor =
        ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) return -1;
    // Until the file is locked, another process may consider it abandoned and remove it.
    const bool is_taken = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    struct stat status {};
    if (!is_taken && (::fstat(descriptor, &status) != 0 || status.st_nlink > 0)) return descriptor;
    ::close(descriptor);
  }
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > kBufferSize) flush();
  if (bytes.size() > kBufferSize) {
    write_to_disk(bytes.data(), bytes.size());
  } else {
    buffer_.append(bytes);
  }
}

void AtomicFile::flush() {
  write_to_disk(buffer_.data(), buffer_.size());
  buffer_.clear();
}

void AtomicFile::commit() {
  flush();
  const bool is_device = temporary_.empty();
  if (!sync_to_disk(descriptor_) && !(is_device && errno == EROFS)) fail("written", errno);
  // The file is open and thus locked, so no other process removes it.
  if (!is_device && ::rename(temporary_.c_str(), final_.c_str()) != 0) {
    fail("renamed into place", errno);
  }
  forget_unfinished(temporary_.c_str());
  temporary_.clear();
  const int descriptor = descriptor_;
  descriptor_ = -1;
  // A file is already on the disk; a device may report a failed write only now.
  if (::close(descriptor) != 0 && is_device) fail("written", errno);
  if (is_device) return;
  // The directory entry must also reach the disk.
  if (sync_folder(final_.parent_path())) return;
  const int error = errno;
  if (is_new_) ::unlink(final_.c_str());  // so that a retry starts from the same state
  fail("flushed to disk", error);
}

void AtomicFile::write_to_disk(const char* bytes, size_t size) {
  if (!write_all(descriptor_, {bytes, size})) fail("written", errno);
}

void AtomicFile::fail(const char* deed, int error) {
  const bool old_file_stays = !temporary_.empty() && ::access(final_.c_str(), F_OK) == 0;
  discard();
  throw Error(str("cannot be ", deed, ": ", error_text(error)), path_.string(),
              str(remedy_of(error), old_file_stays ? "; the old file is unchanged" : ""),
              ExitCode::failure);
}

void AtomicFile::discard() noexcept {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  forget_unfinished(temporary_.c_str());
  temporary_.clear();
}

void write_file_atomically(const std::filesystem::path& path, std::string_view bytes) {
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

std::string read_file(const std::filesystem::path& path, uint64_t most) {
  if (const auto part = find_in_packed_folder(path)) {
    if (part->size <= most) return part->read();
    throw Error(str("has ", part->size, " bytes, but at most ", most, " are allowed"),
                path.string());
  }
  return read_opened(path, size_of_regular_file(path, most), most);
}

std::string read_file_or_pipe(const std::filesystem::path& path, uint64_t most) {
  std::error_code ignored;
  return std::filesystem::is_fifo(path, ignored) ? read_opened(path, 0, most)
                                                 : read_file(path, most);
}

namespace {

constexpr size_t kBufferedBytes = size_t{1} << 16;

int open_itself(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto status = std::filesystem::symlink_status(path, ignored);
  if (std::filesystem::is_symlink(status)) {
    throw Error("is a symlink, but must be a regular file", path.string(),
                "put a copy of the file in its place", ExitCode::failure);
  }
  if (std::filesystem::exists(status)) size_of_regular_file(path);
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
}

}  // namespace

AppendFile::AppendFile(std::filesystem::path path, int64_t keep_bytes)
    : path_(std::move(path)), descriptor_(open_itself(path_)) {
  struct stat status {};
  if (descriptor_ < 0) fail(errno);
  bool done = ::fstat(descriptor_, &status) == 0;
  size_ = std::min<int64_t>(status.st_size, keep_bytes);
  if (done && size_ < status.st_size) done = ::ftruncate(descriptor_, size_) == 0;
  if (done) return;
  const int error = errno;
  ::close(descriptor_);
  fail(error);
}

AppendFile::~AppendFile() {
  if (descriptor_ < 0) return;
  write_all(descriptor_, buffer_);  // callers that must know about a failure call flush()
  ::close(descriptor_);
}

void AppendFile::write(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= kBufferedBytes) flush();
}

void AppendFile::flush() {
  const auto bytes = std::exchange(buffer_, {});
  if (!write_all(descriptor_, bytes)) fail(errno);
  size_ += static_cast<int64_t>(bytes.size());
}

void AppendFile::sync() {
  flush();
  if (!sync_to_disk(descriptor_) || !sync_folder(path_.parent_path())) fail(errno);
}

void AppendFile::fail(int error) const {
  throw Error("cannot be written: " + std::generic_category().message(error), path_.string(), "",
              ExitCode::failure);
}

}  // namespace regard
