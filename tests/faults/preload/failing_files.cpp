// A file system that fails according to a plan: tests/faults/run preloads this library
// (LD_PRELOAD) into regard. The environment holds the plan:
//   FAILING_FOLDER   calls on it and on its contents are numbered from 1
//   FAILING_CALL     a number: the first call from this one on that can fail this way fails;
//                    0: none
//   FAILING_FAULT    a name in kFaults
//   FAILING_LASTS    when set, all later calls that can fail this way also fail
//   FAILING_JOURNAL  a folder elsewhere on the same disk. A line is added to its file `calls`
//                    for each call. Its other files are links to replaced or removed files,
//                    named by the number of the call, so that a power cut can bring them
//                    back
#undef _FORTIFY_SOURCE  // otherwise headers define some of these functions
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

enum Kind : unsigned {
  kCreate = 1,
  kOpen = 2,  // opens an existing file
  kWrite = 4,
  kTruncate = 8,
  kSync = 16,
  kClose = 32,  // closes a written file
  kRename = 64,
  kRemove = 128,
  kFolder = 256,  // creates a folder
  kChange = kCreate | kWrite | kTruncate | kSync | kRename | kRemove | kFolder,
};

constexpr int kShort = -1;  // writes half, without an error
constexpr int kCut = -2;    // cuts the power
constexpr int kLie = -3;    // nothing reaches the disk, and no error is reported

struct Fault {
  const char* name;
  int error;
  unsigned kinds;  // kinds of calls that can fail this way
};
constexpr std::array kFaults = {
    Fault{"ENOSPC", ENOSPC, kCreate | kWrite | kSync | kClose | kRename | kFolder},
    Fault{"EDQUOT", EDQUOT, kCreate | kWrite | kClose | kRename | kFolder},
    Fault{"EIO", EIO, kChange | kClose},
    Fault{"EINTR", EINTR, kCreate | kWrite | kSync},
    Fault{"EROFS", EROFS, kChange},
    Fault{"EACCES", EACCES, kCreate | kRename | kRemove | kFolder},
    Fault{"ENOENT", ENOENT,
          kCreate | kOpen | kRename | kFolder},  // removing a missing file is not an error
    Fault{"short", kShort, kWrite},
    Fault{"lie", kLie, kSync},
    Fault{"cut", kCut, kChange | kClose},
};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

struct Plan {
  std::string folder = variable("FAILING_FOLDER") + "/";
  std::string journal = variable("FAILING_JOURNAL") + "/";
  long call = std::atol(variable("FAILING_CALL").c_str());
  bool lasts = std::getenv("FAILING_LASTS") != nullptr;
  Fault fault = {.name = "", .error = 0, .kinds = 0};

  Plan() {
    for (const auto& known : kFaults) {
      if (variable("FAILING_FAULT") == known.name) fault = known;
    }
  }
  bool covers(const std::string& path) const { return (path + "/").starts_with(folder); }
};

const Plan& plan() {
  static const Plan the_plan;
  return the_plan;
}

// ------------------------------------------------------------------------------------------- paths

std::string path_of(int descriptor) {
  std::array<char, PATH_MAX> path = {};
  const auto link = "/proc/self/fd/" + std::to_string(descriptor);
  const auto size = ::readlink(link.c_str(), path.data(), path.size());
  return {path.data(), size < 0 ? 0 : static_cast<size_t>(size)};
}

std::string absolute(int folder, const char* path) {
  if (*path == '/') return path;
  std::array<char, PATH_MAX> here = {};
  if (folder != AT_FDCWD) return path_of(folder) + "/" + path;
  return std::string(::getcwd(here.data(), here.size()) == nullptr ? "" : here.data()) + "/" + path;
}

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

// ----------------------------------------------------------------------------------------- journal

/// A line of the journal: the words, separated by tabs. Does not use write(), which this file
/// replaces.
template <class... Words>
void note(const Words&... words) {
  static const auto descriptor =
      static_cast<int>(::syscall(SYS_openat, AT_FDCWD, (plan().journal + "calls").c_str(),
                                 O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  std::string line;
  ((line += std::string(line.empty() ? "" : "\t") + words), ...);
  line += '\n';
  ::syscall(SYS_write, descriptor, line.data(), line.size());
}

/// Notes a change to a file's content: the file's number in the file system, and its size.
void note_content(const char* deed, int descriptor) {
  const int error = errno;
  struct stat status {};
  if (::fstat(descriptor, &status) == 0) {
    note(deed, std::to_string(status.st_ino), std::to_string(status.st_size));
  }
  errno = error;
}

/// Keeps a file that will be replaced or removed; returns its name in the journal's folder.
std::string kept(const std::string& path, long call) {
  const auto link = std::to_string(call);
  const auto target = plan().journal + link;
  const long done = ::syscall(SYS_linkat, AT_FDCWD, path.c_str(), AT_FDCWD, target.c_str(), 0);
  return done == 0 ? link : "-";
}

// -------------------------------------------------------------------------------------------- plan

std::atomic<long> calls = 0;
std::atomic<bool> has_failed = false;

/// Numbers a call. Returns the error with which it must fail, or 0.
int verdict(Kind kind, const std::string& path) {
  const long number = ++calls;
  note("call", std::to_string(static_cast<unsigned>(kind)), path);
  const auto& [folder, journal, call, lasts, fault] = plan();
  if (call == 0 || number < call || (fault.kinds & kind) == 0) return 0;
  if (has_failed.exchange(true) && !lasts) return 0;
  note("fail", fault.name, path);
  if (fault.error == kCut) ::kill(::getpid(), SIGKILL);
  return fault.error;
}

int failed(int error) {
  errno = error;
  return -1;
}

/// The C library's function that a function of this library hides.
template <class Function>
auto* hidden(const char* name, Function* /*same*/) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}
#define HIDDEN(name) hidden(#name, &::name)

int open_file(int folder, const char* name, int flags, mode_t mode) {
  static auto* const open = HIDDEN(openat);
  const auto path = absolute(folder, name);
  if (!plan().covers(path)) return open(folder, name, flags, mode);
  const bool is_new = (flags & O_CREAT) != 0 && !exists(path);
  const bool has_no_name = (flags & O_TMPFILE) == O_TMPFILE;  // such a file is lost in a power cut
  const auto kind = is_new || has_no_name ? kCreate : kOpen;
  if (const int error = verdict(kind, path)) return failed(error);
  const int descriptor = open(folder, name, flags, mode);
  if (descriptor >= 0 && is_new) note("create", path);
  return descriptor;
}

mode_t mode_of(int flags, va_list& more) {
  const bool is_there = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  return is_there ? va_arg(more, mode_t) : 0;
}

/// `write` is called with the maximum number of bytes to write.
template <class Write>
ssize_t write_some(int descriptor, size_t size, const Write& write) {
  const auto path = path_of(descriptor);
  if (!plan().covers(path)) return write(size);
  const int error = verdict(kWrite, path);
  if (error > 0) return failed(error);
  const auto written = write(error == kShort ? (size + 1) / 2 : size);
  const bool only_grows = (::fcntl(descriptor, F_GETFL) & O_APPEND) != 0;
  note_content(only_grows ? "append" : "write", descriptor);
  return written;
}

int sync_file(int descriptor) {
  static auto* const fsync = HIDDEN(fsync);
  const auto path = path_of(descriptor);
  if (!plan().covers(path)) return fsync(descriptor);
  const int error = verdict(kSync, path);
  if (error == kLie) return 0;
  if (error != 0) return failed(error);
  const int result = fsync(descriptor);
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    note("sync_folder", path);
  } else {
    note_content("sync", descriptor);
  }
  return result;
}

int rename_file(const std::string& from, const std::string& to) {
  static auto* const rename = HIDDEN(rename);
  if (!plan().covers(to)) return rename(from.c_str(), to.c_str());
  if (const int error = verdict(kRename, to)) return failed(error);
  const auto link = kept(to, calls);
  const int result = rename(from.c_str(), to.c_str());
  if (result == 0) note("rename", from, to, link);
  return result;
}

template <class Remove>
int remove_file(const std::string& path, const Remove& remove) {
  if (!plan().covers(path) || !exists(path)) return remove();
  if (const int error = verdict(kRemove, path)) return failed(error);
  const auto link = kept(path, calls);
  const int result = remove();
  if (result == 0) note("remove", path, link);
  return result;
}

}  // namespace

// ----------------------------------------------------- functions that hide the C library's
// These are the functions that regard and std::filesystem call to change files.

extern "C" {

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = mode_of(flags, more);
  va_end(more);
  return open_file(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = mode_of(flags, more);
  va_end(more);
  return open_file(folder, path, flags, mode);
}

int __open_2(const char* path, int flags) {  // open() with checked arguments
  return open_file(AT_FDCWD, path, flags, 0);
}

int mkostemp(char* path, int flags) {
  static auto* const make = HIDDEN(mkostemp);
  const auto whole = absolute(AT_FDCWD, path);
  if (!plan().covers(whole)) return make(path, flags);
  if (const int error = verdict(kCreate, whole)) return failed(error);
  const int descriptor = make(path, flags);
  if (descriptor >= 0) note("create", absolute(AT_FDCWD, path));
  return descriptor;
}

ssize_t write(int descriptor, const void* bytes, size_t size) {
  static auto* const write = HIDDEN(write);
  return write_some(descriptor, size, [&](size_t most) { return write(descriptor, bytes, most); });
}

ssize_t writev(int descriptor, const iovec* parts, int count) {
  static auto* const writev = HIDDEN(writev);
  return write_some(descriptor, static_cast<size_t>(count),
                    [&](size_t most) { return writev(descriptor, parts, static_cast<int>(most)); });
}

int fsync(int descriptor) { return sync_file(descriptor); }

int ftruncate(int descriptor, off_t size) noexcept {
  static auto* const ftruncate = HIDDEN(ftruncate);
  const auto path = path_of(descriptor);
  if (!plan().covers(path)) return ftruncate(descriptor, size);
  if (const int error = verdict(kTruncate, path)) return failed(error);
  const int result = ftruncate(descriptor, size);
  note_content("append", descriptor);  // the rest is unchanged
  return result;
}

int close(int descriptor) {
  static auto* const close = HIDDEN(close);
  const bool may_be_written = (::fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY;
  const auto path = may_be_written ? path_of(descriptor) : "";
  const int error = plan().covers(path) ? verdict(kClose, path) : 0;
  const int result = close(descriptor);  // closes the file even if that fails
  return error != 0 ? failed(error) : result;
}

int rename(const char* from, const char* to) noexcept {
  return rename_file(absolute(AT_FDCWD, from), absolute(AT_FDCWD, to));
}

int mkdir(const char* path, mode_t mode) noexcept {
  static auto* const mkdir = HIDDEN(mkdir);
  const auto whole = absolute(AT_FDCWD, path);
  if (!plan().covers(whole) || exists(whole)) return mkdir(path, mode);
  if (const int error = verdict(kFolder, whole)) return failed(error);
  const int result = mkdir(path, mode);
  if (result == 0) note("make_folder", whole);
  return result;
}

char* mkdtemp(char* path) noexcept {
  static auto* const make = HIDDEN(mkdtemp);
  const auto whole = absolute(AT_FDCWD, path);
  const int error = plan().covers(whole) ? verdict(kFolder, whole) : 0;
  if (error == 0) return make(path);
  errno = error;
  return nullptr;
}

int unlink(const char* path) noexcept {
  static auto* const unlink = HIDDEN(unlink);
  return remove_file(absolute(AT_FDCWD, path), [&] { return unlink(path); });
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  static auto* const unlinkat = HIDDEN(unlinkat);
  return remove_file(absolute(folder, path), [&] { return unlinkat(folder, path, flags); });
}

int remove(const char* path) noexcept {
  static auto* const remove = HIDDEN(remove);
  return remove_file(absolute(AT_FDCWD, path), [&] { return remove(path); });
}

}  // extern "C"
