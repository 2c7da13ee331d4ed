#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace regard::claims {

/// What an experiment is run with.
struct Attempt {
  uint64_t seed = 1;  ///< of everything random
  double effort = 1;  ///< share of the updates, samples and sentences; tests take less than all

  /// At least 2.
  int64_t share_of(int64_t count) const;
};

/// Numbers by name, in the order in which they were measured.
class Measurements {
 public:
  using Named = std::pair<std::string, double>;

  Measurements() = default;
  explicit Measurements(std::vector<Named> values) : values_(std::move(values)) {}

  void add(std::string name, double value) { values_.emplace_back(std::move(name), value); }
  /// Throws std::out_of_range for a name that was not measured.
  double at(const std::string& name) const;
  bool has(const std::string& name) const;
  const std::vector<Named>& values() const { return values_; }

 private:
  std::vector<Named> values_;
};

/// One run of an experiment.
struct Trial {
  uint64_t seed = 0;
  double seconds = 0;
  Measurements measured;
};

}  // namespace regard::claims
