#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "base/stopwatch.h"

namespace regard {

/// The cost of some work.
struct Cost {
  double seconds = 0;
  double joules = 0;  ///< of the processors, other work included; NaN if unreadable

  Cost& operator+=(const Cost& more);
};

/// Measures time, and energy by Linux's counters in /sys/class/powercap (RAPL, of Intel's and AMD's
/// processors). Many systems let only root read them; virtual machines have none.
class CostMeter {
 public:
  /// Starts measuring.
  explicit CostMeter(const std::filesystem::path& root = "/sys/class/powercap");

  /// The cost since the last call, or since the start. Counters wrap around, after minutes at the
  /// earliest: call it every minute or so.
  Cost lap();

 private:
  struct Counter {
    std::string file;
    double last;   ///< microjoules at the last reading
    double range;  ///< wraps around to 0 beyond it
  };

  double joules();

  Stopwatch stopwatch_;
  std::vector<Counter> counters_;  ///< of the processor packages
};

}  // namespace regard
