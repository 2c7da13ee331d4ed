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

/// The path of the running program; empty if the system does not tell.
std::string own_program();

/// Another program running next to this one, with empty standard input.
class ChildProcess {
 public:
  struct Options {
    std::vector<std::string> command;  ///< the program's path, then its arguments
    std::string output;  ///< a file to append standard output and error to; empty: ours
    /// Called in the new process before the program begins; may only make system calls.
    std::function<void()> before_start = [] {};
  };

  /// Starts it. Throws Error if no process can be created. A program that cannot be started ends
  /// with exit code 127.
  explicit ChildProcess(const Options& options);
  /// Kills it if it is still running.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Its exit code once it has ended; 128 + signal if a signal ended it.
  std::optional<int> exit_code();
  /// Waits for its end.
  int wait();
  void send(int signal) const;

 private:
  std::optional<int> ended(int options);

  pid_t process_;
  std::optional<int> exit_code_;
};

/// An open file, closed with its owner. -1: none.
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
  /// The file stays open, and the caller closes it.
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

/// read(2) and write(2) that continue after a signal and wait for a descriptor that does not block,
/// such as a pipe that another program has set so. -1 and errno where they fail.
ssize_t read_some(int descriptor, char* bytes, size_t size);
/// All bytes, or false and errno.
bool write_all(int descriptor, std::string_view bytes);

/// Brings what was written to the disk: fsync(2) that continues after a signal. False and errno
/// where that fails; what cannot be synced, such as a pipe, counts as done.
bool sync_to_disk(int descriptor);

/// Puts /dev/null in the place of those of standard input, output and error that are closed.
/// Otherwise the next file opened would take the place, and messages would be written into it.
/// Reading from the one and writing to the other still fails, as from what is closed; messages are
/// dropped.
void occupy_standard_descriptors();

/// A signal asked to stop the work.
struct Interrupted : std::exception {
  explicit Interrupted(int number) : signal(number) {}
  const char* what() const noexcept override { return "interrupted by a signal"; }

  int signal;
};

/// During its lifetime, Ctrl-C (SIGINT), SIGTERM and a closed terminal (SIGHUP) ask the work to
/// stop at the next suitable point instead of ending the program, unless they were ignored before,
/// as under nohup. A second SIGINT ends it at once. One at a time; earlier signals are forgotten.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// The signal that asked to stop, if any.
  std::optional<int> requested() const;
  /// Throws Interrupted if there was one: for work with nothing to save midway.
  void stop_if_requested() const;
};

/// The request of the guard that is alive, for code that is not handed one. Without a guard there
/// is none, and a signal ends the program.
std::optional<int> requested_interrupt();
/// Throws Interrupted if there is one.
void stop_if_interrupted();

/// 128 + signal, as shells report it: 130 after SIGINT, 143 after SIGTERM.
constexpr int exit_code_of_signal(int signal) { return 128 + signal; }

/// A reader who leaves (`regard ... | head`) and a limit on the size of files must not kill the
/// program during a write: from now on SIGPIPE and SIGXFSZ are ignored, and writing fails with
/// EPIPE (see base/terminal.h) or EFBIG.
void let_writes_fail();

}  // namespace regard
