#include "base/interrupt.h"

#include <array>
#include <csignal>
#include <cstddef>

namespace regard {
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
    // Ignored by whoever started the program, as nohup does: it stays ignored.
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
