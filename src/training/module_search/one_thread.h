#pragma once

namespace regard::translate {

/// Lets LibTorch compute in one thread during its lifetime. The steps of a single sentence are too
/// small to share: two threads, which wait for each other after each operation, take twice the time
/// of one, and three times beside a busy core (docs/performance.md). Several may live at once.
class OneThread {
 public:
  OneThread();
  ~OneThread();
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_;
};

}  // namespace regard::translate
