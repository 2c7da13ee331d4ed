#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace regard {

/// Time since construction, measured with a monotonic clock.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// The median of at least one value; the mean of the middle two if the number of values is even.
inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// Estimates the remaining time of a job from its recent speed: an exponentially weighted mean with
/// a half-life of twenty seconds.
class TimeLeft {
 public:
  explicit TimeLeft(int64_t total) : total_(total) {}

  /// Records the amount done at time `now`, in seconds on any clock. Returns the remaining seconds,
  /// or -1 until there is a second of work to measure. The first update only sets the starting
  /// point, which is midway for a resumed job.
  double update(double now, int64_t done);
  /// The time until the next update does not count as work.
  void pause() { running_ = false; }

 private:
  int64_t total_;
  bool running_ = false;
  double now_ = 0;  // time of the last update
  int64_t done_ = 0;
  double recent_seconds_ = 0;  // past seconds, weighted
  double recent_done_ = 0;     // past work, weighted
};

struct Cost {
  double seconds = 0;
  double joules = 0;  ///< energy of the processors, for all processes; NaN if unreadable

  Cost& operator+=(const Cost& more);
};

/// Measures time and, with Linux's counters in /sys/class/powercap (RAPL of Intel and AMD
/// processors), energy. On many systems only root can read them; virtual machines have none.
class CostMeter {
 public:
  /// Starts measuring.
  explicit CostMeter(const std::filesystem::path& root = "/sys/class/powercap");

  /// The cost since the last call, or since the start. Counters wrap around after a few minutes at
  /// the earliest, so call this function about once a minute.
  Cost lap();

 private:
  struct Counter {
    std::string file;
    double last;   ///< microjoules at the last reading
    double range;  ///< microjoules at which the counter wraps around to 0
  };

  double joules();

  Stopwatch stopwatch_;
  std::vector<Counter> counters_;  ///< energy counters of the processor packages
};

}  // namespace regard
