#include "base/atomic_file.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>

namespace regard {
namespace {

/// More than a command writes at a time. Beyond that, a file stays after a signal until its path is
/// written again.
constexpr size_t kMostUnfinished = 64;
std::array<std::atomic<const char*>, kMostUnfinished> files;
static_assert(std::atomic<const char*>::is_always_lock_free, "the signal handler reads them");

std::atomic<pid_t> owner{0};
std::atomic<bool> is_ending{false};

/// A forked child has this handler until exec, but the files belong to its parent.
extern "C" void regard_remove_unfinished(int signal) {
  if (owner == ::getpid()) {
    is_ending = true;
    for (const auto& file : files) {
      if (const char* path = file) ::unlink(path);
    }
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);  // takes effect when this handler returns
}

}  // namespace

void remember_unfinished(const char* path) {
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
