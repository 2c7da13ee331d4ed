#include "regard/base/interrupt.h"

#include <csignal>

namespace regard {
namespace {

volatile std::sig_atomic_t requested_signal = 0;

struct sigaction previous_interrupt;
struct sigaction previous_terminate;

extern "C" void regard_remember_signal(int signal) {
  if (requested_signal != 0 && signal == SIGINT) {
    std::signal(SIGINT, SIG_DFL);
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
  sigaction(SIGINT, &action, &previous_interrupt);
  sigaction(SIGTERM, &action, &previous_terminate);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &previous_interrupt, nullptr);
  sigaction(SIGTERM, &previous_terminate, nullptr);
}

std::optional<int> InterruptGuard::requested() const {
  const int signal = requested_signal;
  return signal == 0 ? std::nullopt : std::optional(signal);
}

void InterruptGuard::stop_if_requested() const {
  if (const auto signal = requested()) throw Interrupted(*signal);
}

void ignore_broken_pipes() { std::signal(SIGPIPE, SIG_IGN); }

}  // namespace regard
