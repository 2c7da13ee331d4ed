#pragma once
#include <array>
#include <csignal>
#include <utility>

namespace regard::test {

/// Lets SIGINT and SIGHUP reach the test even if a background shell or nohup made it ignore them.
/// Restores the handlers afterwards.
class TerminalSignals {
 public:
  TerminalSignals() {
    for (auto& [signal, before] : signals_) before = std::signal(signal, SIG_DFL);
  }
  ~TerminalSignals() {
    for (const auto& [signal, before] : signals_) std::signal(signal, before);
  }
  TerminalSignals(const TerminalSignals&) = delete;
  TerminalSignals& operator=(const TerminalSignals&) = delete;

 private:
  using Handler = void (*)(int);
  std::array<std::pair<int, Handler>, 2> signals_ = {{{SIGINT, SIG_DFL}, {SIGHUP, SIG_DFL}}};
};

}  // namespace regard::test
