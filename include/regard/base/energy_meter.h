#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace regard {

/// What the processors use, by the counters that Linux shows below /sys/class/powercap (RAPL, of
/// Intel's and AMD's processors). Many systems let root alone read them, virtual machines have
/// none.
class EnergyMeter {
 public:
  /// Begins to count.
  explicit EnergyMeter(const std::filesystem::path& root = "/sys/class/powercap");

  /// Joules of all packages since the last call, or since the counting began; none where a counter
  /// can't be read. To be called every minute or so: counters go round, in minutes at the earliest.
  std::optional<double> joules();

 private:
  struct Counter {
    std::string file;
    double last;   ///< microjoules when it was read last
    double range;  ///< goes back to 0 behind it
  };

  std::vector<Counter> counters_;
};

}  // namespace regard
