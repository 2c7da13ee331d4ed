#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace regard {

/// Energy use of the processors, by Linux's counters in /sys/class/powercap (RAPL, of Intel's and
/// AMD's processors). Many systems let only root read them; virtual machines have none.
class EnergyMeter {
 public:
  /// Starts counting.
  explicit EnergyMeter(const std::filesystem::path& root = "/sys/class/powercap");

  /// Joules of all packages since the last call, or since the start; none if a counter cannot be
  /// read. Call it every minute or so: counters wrap around, after minutes at the earliest.
  std::optional<double> joules();

 private:
  struct Counter {
    std::string file;
    double last;   ///< microjoules at the last reading
    double range;  ///< wraps around to 0 beyond it
  };

  std::vector<Counter> counters_;
};

}  // namespace regard
