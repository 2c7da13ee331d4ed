#pragma once
#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace regard {

/// The path of the program that runs; empty where the system does not tell it.
std::string own_program();

/// Another program that runs beside this one, its standard input empty.
class ChildProcess {
 public:
  struct Options {
    std::vector<std::string> command;  ///< the program's path, then its arguments
    std::string output;  ///< a file to which standard output and error are appended; empty: ours
    /// Called in the new process before the program begins; may only make system calls.
    std::function<void()> before_start = [] {};
  };

  /// Starts it. Throws Error where there can be no other process. A program that cannot be started
  /// ends with exit code 127.
  explicit ChildProcess(const Options& options);
  /// Kills it if it still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Its exit code once it has ended; 128 + signal where a signal ended it.
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
