#pragma once
#include <sys/types.h>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regard {

/// The path of the running program; empty if unknown.
std::string own_program();

/// A child process with empty standard input.
class ChildProcess {
 public:
  struct Options {
    std::vector<std::string> command;  ///< the program's path, then its arguments
    std::string output;  ///< file to which standard output and error are appended; empty: inherited
    /// Called in the child before exec; may only make system calls.
    std::function<void()> before_start = [] {};
  };

  /// Starts the process. Throws Error if it cannot be created. If the program cannot be executed,
  /// its exit code is 127.
  explicit ChildProcess(const Options& options);
  /// Kills the process if it is still running.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// The exit code if the process has ended; 128 + signal if a signal ended it.
  std::optional<int> exit_code();
  /// Waits until the process ends; returns its exit code.
  int wait();
  void send(int signal) const;

 private:
  std::optional<int> ended(int options);

  pid_t process_;
  std::optional<int> exit_code_;
};

/// An open file descriptor, closed on destruction. -1: none.
class OpenDescriptor {
 public:
  explicit OpenDescriptor(int number = -1) : number_(number) {}
  OpenDescriptor(OpenDescriptor&& other) noexcept : number_(other.release()) {}
  OpenDescriptor& operator=(OpenDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~OpenDescriptor();

  int number() const { return number_; }
  /// Releases ownership: the caller must close the file.
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

/// read(2) and write(2) that retry after a signal and wait on a nonblocking descriptor, such as a
/// pipe that another program made nonblocking. They return -1, with errno set, on failure.
ssize_t read_some(int descriptor, char* bytes, size_t size);
/// Writes all bytes; false, with errno set, on failure.
bool write_all(int descriptor, std::string_view bytes);

/// fsync(2) that retries after a signal. False, with errno set, on failure; a file that cannot be
/// synced, such as a pipe, counts as synced.
bool sync_to_disk(int descriptor);

/// Opens /dev/null for each closed standard stream. Otherwise the next file opened would get its
/// descriptor, and messages would be written into that file. Reading from standard input and
/// writing to standard output still fail, as if they were closed; messages are dropped.
void occupy_standard_descriptors();

/// A signal requested a stop.
struct Interrupted : std::exception {
  explicit Interrupted(int number) : signal(number) {}
  const char* what() const noexcept override { return "interrupted by a signal"; }

  int signal;
};

/// During its lifetime, Ctrl-C (SIGINT), SIGTERM and a closed terminal (SIGHUP) request a stop at
/// the next suitable point instead of ending the program, unless they were ignored before, as under
/// nohup. A second SIGINT ends the program at once. Only one guard may exist at a time; earlier
/// signals are forgotten.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// The signal that requested a stop, if any.
  std::optional<int> requested() const;
  /// Throws Interrupted if a stop was requested: for work with nothing to save midway.
  void stop_if_requested() const;
};

/// The signal that the current guard received, for code without access to the guard. Nothing if
/// there is no guard: a signal then ends the program.
std::optional<int> requested_interrupt();
/// Throws Interrupted if a stop was requested.
void stop_if_interrupted();

/// The exit code 128 + signal, the shell's convention: 130 after SIGINT, 143 after SIGTERM.
constexpr int exit_code_of_signal(int signal) { return 128 + signal; }

/// Ignores SIGPIPE and SIGXFSZ from now on, so that a closed pipe (`regard ... | head`) or a file
/// size limit does not kill the program: writing then fails with EPIPE (see base/terminal.h) or
/// EFBIG.
void let_writes_fail();

}  // namespace regard
