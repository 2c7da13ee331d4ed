#pragma once
#include <cstdint>

namespace regard {

/// Time that the rest of a job takes at its recent speed: the mean of the past, in which a moment
/// counts half as much as one twenty seconds later.
class TimeLeft {
 public:
  explicit TimeLeft(int64_t total) : total_(total) {}

  /// `done` of the total at the time `now`, in seconds of any clock. Returns the seconds left, or
  /// -1 while less than a second of work was seen. The first update only says where the job begins,
  /// which for a resumed one is the middle.
  double update(double now, int64_t done);
  /// What passes until the next update is no work.
  void pause() { running_ = false; }

 private:
  int64_t total_;
  bool running_ = false;
  double now_ = 0;  // of the last update
  int64_t done_ = 0;
  double recent_seconds_ = 0;  // the past with its weights
  double recent_done_ = 0;     // what was done in it
};

}  // namespace regard
