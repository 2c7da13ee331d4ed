#pragma once
#include <atomic>
#include <cstdint>

namespace regard::alignment {

/// The expected number of occurrences of something. The sum has the same bits regardless of the
/// order of the additions, so several threads may add to it.
class ExpectedCount {
 public:
  void add(double probability) { add_units(static_cast<uint64_t>(probability * kUnits)); }
  void add(const ExpectedCount& other) { add_units(other.units_); }
  double value() const { return static_cast<double>(units_) / kUnits; }

 private:
  static constexpr double kUnits = 0x1p32;

  void add_units(uint64_t units) {
    std::atomic_ref(units_).fetch_add(units, std::memory_order_relaxed);
  }

  alignas(std::atomic_ref<uint64_t>::required_alignment) uint64_t units_ = 0;
};

}  // namespace regard::alignment
