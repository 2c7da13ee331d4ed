#pragma once
#include <exception>
#include <optional>

namespace regard {

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
/// EPIPE (see base/output.h) or EFBIG.
void let_writes_fail();

}  // namespace regard
