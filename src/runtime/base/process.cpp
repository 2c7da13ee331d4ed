#include "base/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <system_error>
#include <utility>

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {
namespace {

constexpr int kCannotStart = 127;  // the shell's convention

void redirect(const char* path, int flags, std::initializer_list<int> descriptors) {
  const int opened = ::open(path, flags, 0666);
  if (opened < 0) ::_exit(kCannotStart);
  for (const int descriptor : descriptors) ::dup2(opened, descriptor);
  ::close(opened);
}

}  // namespace

std::string own_program() {
  std::error_code untold;
  return std::filesystem::read_symlink("/proc/self/exe", untold).string();
}

ChildProcess::ChildProcess(const Options& options) {
  std::vector<char*> arguments;  // built before the fork, after which no memory may be allocated
  for (const auto& part : options.command) arguments.push_back(const_cast<char*>(part.c_str()));
  arguments.push_back(nullptr);
  process_ = ::fork();
  if (process_ < 0) {
    throw Error(str("cannot be started: ", std::generic_category().message(errno)),
                options.command.front(), "", ExitCode::failure);
  }
  if (process_ > 0) return;
  redirect("/dev/null", O_RDONLY, {STDIN_FILENO});
  if (!options.output.empty()) {
    redirect(options.output.c_str(), O_WRONLY | O_CREAT | O_APPEND, {STDOUT_FILENO, STDERR_FILENO});
  }
  options.before_start();
  ::execv(arguments.front(), arguments.data());
  ::_exit(kCannotStart);
}

ChildProcess::~ChildProcess() {
  if (exit_code_) return;
  send(SIGKILL);
  wait();
}

std::optional<int> ChildProcess::exit_code() { return ended(WNOHANG); }

int ChildProcess::wait() {
  while (!ended(0)) continue;
  return *exit_code_;
}

void ChildProcess::send(int signal) const {
  if (!exit_code_) ::kill(process_, signal);
}

std::optional<int> ChildProcess::ended(int options) {
  int status = 0;
  if (!exit_code_ && ::waitpid(process_, &status, options) == process_) {
    exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : exit_code_of_signal(WTERMSIG(status));
  }
  return exit_code_;
}

namespace {

/// Whether to retry after a failure.
bool may_continue(int descriptor, short events) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  pollfd wait = {.fd = descriptor, .events = events, .revents = 0};
  ::poll(&wait, 1, -1);
  return true;
}

}  // namespace

OpenDescriptor::~OpenDescriptor() {
  if (number_ >= 0) ::close(number_);
}

ssize_t read_some(int descriptor, char* bytes, size_t size) {
  ssize_t count = 0;
  do {
    count = ::read(descriptor, bytes, size);
  } while (count < 0 && may_continue(descriptor, POLLIN));
  return count;
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (!may_continue(descriptor, POLLOUT)) {
      return false;
    }
  }
  return true;
}

bool sync_to_disk(int descriptor) {
  int result = 0;
  do {
    result = ::fsync(descriptor);
  } while (result != 0 && errno == EINTR);
  return result == 0 || errno == EINVAL;
}

void occupy_standard_descriptors() {
  // Each stream's mode makes every use fail. open() returns the lowest free descriptor.
  for (const auto& [descriptor, flags] :
       {std::pair(STDIN_FILENO, O_WRONLY), {STDOUT_FILENO, O_RDONLY}, {STDERR_FILENO, O_RDWR}}) {
    if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) ::open("/dev/null", flags);
  }
}

namespace {

volatile std::sig_atomic_t requested_signal = 0;

// SIGHUP: the terminal was closed.
constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
std::array<struct sigaction, kSignals.size()> previous;

extern "C" void regard_remember_signal(int signal) {
  if (requested_signal != 0 && signal == SIGINT) {
    sigaction(SIGINT, &previous[0], nullptr);
    std::raise(SIGINT);  // takes effect when this handler returns
    return;
  }
  if (requested_signal == 0) requested_signal = signal;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  requested_signal = 0;
  struct sigaction action {};
  action.sa_handler = regard_remember_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &action, &previous[i]);
    // A signal that the parent ignored, as under nohup, stays ignored.
    if (previous[i].sa_handler == SIG_IGN) sigaction(kSignals[i], &previous[i], nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &previous[i], nullptr);
  requested_signal = 0;
}

std::optional<int> InterruptGuard::requested() const { return requested_interrupt(); }

void InterruptGuard::stop_if_requested() const {
  if (const auto signal = requested()) throw Interrupted(*signal);
}

std::optional<int> requested_interrupt() {
  const int signal = requested_signal;
  return signal == 0 ? std::nullopt : std::optional(signal);
}

void stop_if_interrupted() {
  if (const auto signal = requested_interrupt()) throw Interrupted(*signal);
}

void let_writes_fail() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace regard
