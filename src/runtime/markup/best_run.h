#pragma once
#include <cstddef>
#include <functional>
#include <vector>

namespace regard::serve {

/// Places [begin, end).
struct PlaceRange {
  size_t begin = 0, end = 0;

  size_t size() const { return end - begin; }
  bool operator==(const PlaceRange&) const = default;
};

/// The run that has most of `wanted` (sorted places) and least of others; the longer one of two as
/// good. `cost` says what the places between two wanted ones cost, where a wanted one counts
/// `gain`; infinite if no run may contain them. Empty if nothing is wanted.
PlaceRange best_run(const std::vector<size_t>& wanted, double gain,
                    const std::function<double(PlaceRange)>& cost);

}  // namespace regard::serve
