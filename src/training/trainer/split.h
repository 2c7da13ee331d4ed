#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace regard::train {

/// Splits `all` into `parts` pieces of nearly equal size, in order; fewer if it has fewer elements.
template <class Element>
std::vector<std::span<const Element>> split(std::span<const Element> all, int64_t parts) {
  std::vector<std::span<const Element>> pieces;
  const size_t count = std::min(static_cast<size_t>(parts), all.size());
  for (size_t i = 0; i < count; ++i) {
    const size_t begin = all.size() * i / count, end = all.size() * (i + 1) / count;
    pieces.push_back(all.subspan(begin, end - begin));
  }
  return pieces;
}

}  // namespace regard::train
