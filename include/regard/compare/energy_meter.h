#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace regard::compare {

/// What the processors use, by the counters that Linux shows below /sys/class/powercap (RAPL, of
/// Intel's and AMD's processors). Many systems let root alone read them, virtual machines have
/// none.
class EnergyMeter {
 public:
  /// Begins to count.
  explicit EnergyMeter(const std::filesystem::path& root = "/sys/class/powercap");

  /// Joules of all packages since then; none where a counter can't be read. Right for as long as no
  /// counter goes round twice, which takes many minutes.
  std::optional<double> joules() const;

 private:
  struct Counter {
    std::string file;
    double begin;
    double range;  ///< goes back to 0 behind it
  };

  std::vector<Counter> counters_;
};

}  // namespace regard::compare
