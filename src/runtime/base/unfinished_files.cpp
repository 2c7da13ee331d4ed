#include "base/atomic_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <string_view>

namespace regard {
namespace {

/// More files than a command writes at a time. A file beyond this number stays after a signal until
/// its path is written again.
constexpr size_t kMostUnfinished = 64;
std::array<std::atomic<const char*>, kMostUnfinished> files;
static_assert(std::atomic<const char*>::is_always_lock_free, "the signal handler reads them");

std::atomic<pid_t> owner{0}, last_to_remember{0};
std::atomic<bool> is_ending{false};

/// The deepest folder that a handler removes, so that its stack suffices.
constexpr int kDeepest = 16;

/// Reads the next entries of an open folder; returns their size, 0 at the end. The kernel's entries
/// have the layout of readdir's.
ssize_t read_entries(int folder, char* entries, size_t size) {
#ifdef __EMSCRIPTEN__
  static_cast<void>(folder), static_cast<void>(entries), static_cast<void>(size);
  return 0;  // a web page receives no signals
#else
  static_assert(sizeof(ino_t) == sizeof(uint64_t) && sizeof(off_t) == sizeof(int64_t));
  return ::syscall(SYS_getdents64, folder, entries, size);
#endif
}

/// Deletes a file, or a folder with its content. A signal handler may neither allocate memory nor
/// take locks, as std::filesystem and opendir do.
void remove_all_in_handler(int parent, const char* name, int depth = 0) {
  if (::unlinkat(parent, name, 0) == 0 || errno != EISDIR || depth == kDeepest) return;
  const int folder = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  constexpr size_t kBytes = 4096;
  alignas(dirent) char entries[kBytes];
  for (ssize_t size = 0; (size = read_entries(folder, entries, kBytes)) > 0;) {
    for (ssize_t at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const dirent*>(entries + at);
      at += entry->d_reclen;
      const std::string_view inner = entry->d_name;
      if (inner != "." && inner != "..") remove_all_in_handler(folder, entry->d_name, depth + 1);
    }
  }
  ::close(folder);
  ::unlinkat(parent, name, AT_REMOVEDIR);
}

/// A forked child has this handler until exec, but the files belong to its parent.
extern "C" void regard_remove_unfinished(int signal) {
  if (owner == ::getpid()) {
    is_ending = true;
    for (const auto& file : files) {
      if (const char* path = file) remove_all_in_handler(AT_FDCWD, path);
    }
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);  // takes effect when this handler returns
}

}  // namespace

void remember_unfinished(const char* path) {
  last_to_remember = ::getpid();
  for (auto& file : files) {
    const char* none = nullptr;
    if (file.compare_exchange_strong(none, path)) return;
  }
}

void forget_unfinished(const char* path) noexcept {
  const auto file = std::ranges::find(files, path, [](const auto& one) { return one.load(); });
  if (file == files.end()) return;
  *file = nullptr;
  while (is_ending) ::pause();  // the handler, in another thread, may still be reading the name
}

void remove_unfinished_on_signals() {
  owner = ::getpid();
  if (last_to_remember != owner) std::ranges::fill(files, nullptr);  // they are the parent's
  struct sigaction action {};
  action.sa_handler = regard_remove_unfinished;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_DFL) ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace regard
