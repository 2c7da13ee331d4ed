#pragma once
#include <exception>
#include <optional>

namespace regard {

/// Work was given up because a signal asked for it.
struct Interrupted : std::exception {
  explicit Interrupted(int number) : signal(number) {}
  const char* what() const noexcept override { return "interrupted by a signal"; }

  int signal;
};

/// While it lives, Ctrl-C (SIGINT) and SIGTERM ask the work to stop at the next good place instead
/// of ending the program. A SIGINT after that ends it at once. One at a time; signals that came
/// before are forgotten.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// The signal that asked to stop, if one did.
  std::optional<int> requested() const;
  /// Throws Interrupted if one did: for work in the middle of which there is nothing to save.
  void stop_if_requested() const;
};

/// 128 + signal, as shells report it: 130 after SIGINT, 143 after SIGTERM.
constexpr int exit_code_of_signal(int signal) { return 128 + signal; }

/// A reader who leaves (`regard ... | head`) must not kill the program in the middle of a write:
/// SIGPIPE is ignored from now on, and writing fails with EPIPE (see base/output.h).
void ignore_broken_pipes();

}  // namespace regard
