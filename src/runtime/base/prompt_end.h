#pragma once
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace regard {

/// For work that has nothing to save, such as waiting for other processes: during its lifetime, a
/// signal that an InterruptGuard remembers ends the process within half a second, even if the work
/// does not stop by itself. The exit code is that of the signal (exit_code_of_signal).
class PromptEnd {
 public:
  /// `last_words`, a line, then go to standard error.
  explicit PromptEnd(std::string last_words);
  ~PromptEnd();
  PromptEnd(const PromptEnd&) = delete;
  PromptEnd& operator=(const PromptEnd&) = delete;

 private:
  void watch();

  std::string last_words_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_over_ = false;
  std::thread watching_;
};

}  // namespace regard
