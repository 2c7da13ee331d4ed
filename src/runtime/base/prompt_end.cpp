#include "base/prompt_end.h"

#include <unistd.h>

#include <chrono>
#include <utility>

#include "base/descriptor.h"
#include "base/interrupt.h"

namespace regard {

PromptEnd::PromptEnd(std::string last_words)
    : last_words_(std::move(last_words)), watching_([this] { watch(); }) {}

PromptEnd::~PromptEnd() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  watching_.join();
}

void PromptEnd::watch() {
  using std::chrono::milliseconds;
  constexpr milliseconds kBetweenLooks(20);
  constexpr milliseconds kToStopByItself(400);
  std::unique_lock lock(mutex_);
  const auto is_over = [&] { return is_over_; };
  while (!requested_interrupt()) {
    if (changed_.wait_for(lock, kBetweenLooks, is_over)) return;
  }
  const int signal = *requested_interrupt();
  if (changed_.wait_for(lock, kToStopByItself, is_over)) return;
  write_all(STDERR_FILENO, last_words_ + '\n');  // the log's lock may be held
  ::_exit(exit_code_of_signal(signal));
}

}  // namespace regard
