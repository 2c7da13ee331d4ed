#include "base/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "base/log.h"
#include "base/packed_folder.h"
#include "base/process.h"
#include "base/suffixed_name.h"
#include "base/unopened_file.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {
namespace {

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

}  // namespace

uint64_t size_of_regular_file(const std::filesystem::path& path, uint64_t most) {
  struct stat status {};
  uint64_t size = 0;
  if (::stat(path.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode)) {
      throw Error(str("is ", kind_of(status.st_mode), ", but must be a file"), path.string(),
                  S_ISDIR(status.st_mode) ? "name a file in it" : "name a regular file");
    }
    size = static_cast<uint64_t>(status.st_size);
  } else {
    const int error = errno;
    const auto part = find_in_packed_folder(path);
    if (!part) fail_to_open(path, error);
    size = part->size;
  }
  if (size > most) {
    throw Error(str("has ", size, " bytes, but at most ", most, " are allowed"), path.string());
  }
  return size;
}

bool is_there(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return true;
  if (errno == ENOTDIR) return find_in_packed_folder(path).has_value();
  return errno != ENOENT && errno != ENAMETOOLONG;
}

bool is_folder(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return false;
  return S_ISDIR(status.st_mode) || is_packed_folder(path);
}

namespace {

namespace fs = std::filesystem;

void check_is_no_file(const fs::path& path, const std::string& remedy) {
  std::error_code ignored;
  if (!fs::exists(path, ignored) || fs::is_directory(path, ignored)) return;
  throw Error("is a file, but must be a folder", path.string(), remedy);
}

/// The folder, if it is missing, and its missing parents.
std::vector<fs::path> missing_folders(const fs::path& path) {
  std::vector<fs::path> missing;
  std::error_code ignored;
  auto folder = fs::absolute(path, ignored);
  for (; !folder.empty() && !fs::exists(folder, ignored); folder = folder.parent_path()) {
    missing.push_back(folder);
  }
  return missing;
}

}  // namespace

void check_folder_can_be_written(const fs::path& path, const std::string& remedy) {
  check_is_no_file(path, remedy);
  fs::path there = fs::absolute(path);
  std::error_code ignored;
  while (!fs::exists(there, ignored)) there = there.parent_path();
  if (::access((there / ".").c_str(), W_OK | X_OK) == 0) return;
  const auto reason = std::generic_category().message(errno);
  throw Error(str("is not writable: ", reason), path.string(), remedy, ExitCode::failure);
}

void make_folder(const fs::path& path, const std::string& remedy) {
  check_is_no_file(path, remedy);
  const auto missing = missing_folders(path);
  std::error_code failed;
  fs::create_directories(path, failed);
  for (const auto& folder : missing) {
    if (!failed && !sync_folder(folder.parent_path()))
      failed.assign(errno, std::generic_category());
  }
  if (!failed) return;
  throw Error(str("cannot create the folder: ", failed.message()), path.string(), remedy,
              ExitCode::failure);
}

bool sync_folder(const fs::path& path) {
  const int descriptor = ::open(path.empty() ? "." : path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return errno == EACCES;  // the file may be writable but not readable
  const bool done = sync_to_disk(descriptor) || errno == EBADF || errno == EOPNOTSUPP;
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return done;
}

namespace {

constexpr std::string_view kMark = ".tmp-";

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::filesystem::path temporary_beside(const std::filesystem::path& path) {
  static std::atomic<int> count{0};
  return with_suffix(path, str(kMark, ::getpid(), "-", count++));
}

std::optional<std::string> replaced_by(const std::string& temporary) {
  const auto end = temporary.rfind(kMark);
  if (end == std::string::npos || end == 0) return std::nullopt;
  const auto numbers = std::string_view(temporary).substr(end + kMark.size());
  const auto between = numbers.find('-');
  if (between == std::string_view::npos) return std::nullopt;
  if (!is_number(numbers.substr(0, between)) || !is_number(numbers.substr(between + 1))) {
    return std::nullopt;
  }
  return temporary.substr(0, end);
}

namespace {

[[noreturn]] void fail(const std::filesystem::path& where) {
  throw Error("cannot create a folder in it", where.string(), "name another folder with TMPDIR",
              ExitCode::failure);
}

std::filesystem::path temporary_folder() {
  std::error_code failed;
  auto path = std::filesystem::temp_directory_path(failed);
  if (!failed) return path;
  const char* named = std::getenv("TMPDIR");
  fail(named == nullptr ? "/tmp" : named);
}

constexpr std::string_view kScratch = "regard-scratch-";

/// Locks a folder until the process ends. Empty if another process holds the lock or has removed
/// the folder.
std::optional<OpenDescriptor> locked(const std::filesystem::path& folder) {
  OpenDescriptor descriptor(
      ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  struct stat found {};
  const bool is_locked = descriptor.number() >= 0 &&
                         ::flock(descriptor.number(), LOCK_EX | LOCK_NB) == 0 &&
                         ::fstat(descriptor.number(), &found) == 0 && found.st_nlink > 0 &&
                         found.st_uid == ::geteuid();
  return is_locked ? std::optional(std::move(descriptor)) : std::nullopt;
}

/// Removes the scratch folders of processes that were killed.
void remove_abandoned(const std::filesystem::path& where) {
  std::error_code error;
  for (std::filesystem::directory_iterator entry(where, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!entry->path().filename().string().starts_with(kScratch)) continue;
    std::error_code ignored;
    if (locked(entry->path())) std::filesystem::remove_all(entry->path(), ignored);
  }
}

}  // namespace

ScratchFolder::ScratchFolder() {
  const auto where = temporary_folder();
  remove_abandoned(where);
  // Before the folder is locked, another process may remove it as abandoned. If the file system
  // does not support locks, no process removes a folder.
  constexpr int kTries = 3;
  for (int tries = 1; tries <= kTries; ++tries) {
    std::string name = (where / str(kScratch, "XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr) fail(where);
    path_ = name;
    if (auto lock = locked(path_)) {
      lock_ = std::make_shared<OpenDescriptor>(std::move(*lock));
      break;
    }
    std::error_code ignored;
    if (tries < kTries) std::filesystem::remove(path_, ignored);
  }
  remember_unfinished(path_.c_str());  // a signal that ends the program also deletes it
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  forget_unfinished(path_.c_str());
}

std::filesystem::path state_folder() {
  namespace fs = std::filesystem;
  const auto folder_in = [](const char* name) {
    const char* value = std::getenv(name);
    const fs::path folder = value == nullptr ? "" : value;
    return folder.is_absolute() ? folder : fs::path();  // as the XDG specification requires
  };
  if (const auto state = folder_in("XDG_STATE_HOME"); !state.empty()) return state / "regard";
  if (const auto home = folder_in("HOME"); !home.empty()) return home / ".local/state/regard";
  return {};
}

FileLock::FileLock(const std::filesystem::path& path)
    : descriptor_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666)) {
  if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  if (errno == EWOULDBLOCK) log_info("waiting for another process that has locked ", path.string());
  constexpr std::chrono::milliseconds kBetweenTries(50);
  while (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) {
      log_warning(path.string(), ": cannot be locked: ", std::strerror(errno),
                  "; another process may be doing the same work");
      return;
    }
    // The destructor does not run if the constructor throws.
    if (const auto signal = requested_interrupt()) {
      ::close(descriptor_);
      throw Interrupted(*signal);
    }
    std::this_thread::sleep_for(kBetweenTries);
  }
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace regard
