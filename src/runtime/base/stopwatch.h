#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

namespace regard {

/// Time since construction, by a monotonic clock.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// Of measurements, of which there is one at least. For an even number of them, the mean of the two
/// in the middle.
inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace regard
