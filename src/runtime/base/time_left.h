#pragma once
#include <cstdint>

namespace regard {

/// Estimates the remaining time of a job from its recent speed: a mean over the past in which a
/// moment twenty seconds ago counts half.
class TimeLeft {
 public:
  explicit TimeLeft(int64_t total) : total_(total) {}

  /// `done` of the total at the time `now`, in seconds of any clock. Returns the seconds left, or
  /// -1 before a second of work was seen. The first update only sets the starting point, which for
  /// a resumed job is midway.
  double update(double now, int64_t done);
  /// The time until the next update is not work.
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
