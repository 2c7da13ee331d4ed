#pragma once
#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace regard {

/// The path of the running program; empty if the system does not tell.
std::string own_program();

/// Another program running beside this one, with empty standard input.
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

}  // namespace regard
