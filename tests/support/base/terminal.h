#pragma once
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace regard::test {

/// A program in its own terminal, and the user at it.
class Terminal {
 public:
  Terminal(const std::vector<std::string>& command,
           const std::map<std::string, std::string>& environment) {
    std::vector<char*> arguments;
    for (const auto& part : command) arguments.push_back(const_cast<char*>(part.c_str()));
    arguments.push_back(nullptr);
    winsize size = {.ws_row = 24, .ws_col = 200, .ws_xpixel = 0, .ws_ypixel = 0};
    process_ = ::forkpty(&keyboard_, nullptr, nullptr, &size);
    if (process_ != 0) return;
    for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
    ::execv(arguments.front(), arguments.data());
    ::_exit(127);
  }
  ~Terminal() {
    if (process_ > 0) ::kill(process_, SIGKILL);
    exit_code();
    ::close(keyboard_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void type(const std::string& keys) const {
    if (::write(keyboard_, keys.data(), keys.size()) < 0) std::abort();
  }

  /// Waits until the text appears on the screen, after the text of the previous call.
  bool shows(const std::string& text) {
    for (auto at = seen_.find(text, from_);; at = seen_.find(text, from_)) {
      if (at != std::string::npos) {
        from_ = at + text.size();
        return true;
      }
      if (!look()) return false;
    }
  }

  /// Waits until the program reads key by key; before that, the terminal handles some keys.
  bool reads_keys() const {
    for (int tries = 0; tries < 6000; ++tries) {
      termios mode{};
      if (::tcgetattr(keyboard_, &mode) == 0 && (mode.c_lflag & ICANON) == 0) return true;
      ::usleep(10'000);
    }
    return false;
  }

  /// Waits for the program to end; 128 + signal if a signal ended it.
  int exit_code() {
    if (process_ <= 0) return code_;
    while (look()) {
    }
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = -1;
    return code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  /// Everything that the program has shown.
  const std::string& screen() const { return seen_; }

 private:
  /// Waits for more output; false if there is none.
  bool look() {
    constexpr int kPatience = 60'000;  // milliseconds
    pollfd wait = {.fd = keyboard_, .events = POLLIN, .revents = 0};
    char bytes[4096];
    if (::poll(&wait, 1, kPatience) <= 0) return false;
    const auto count = ::read(keyboard_, bytes, sizeof bytes);
    if (count <= 0) return false;
    seen_.append(bytes, static_cast<size_t>(count));
    return true;
  }

  pid_t process_ = -1;
  int keyboard_ = -1;
  int code_ = -1;
  std::string seen_;
  size_t from_ = 0;
};

}  // namespace regard::test
