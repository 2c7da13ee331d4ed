#pragma once
#include <cstddef>
#include <random>
#include <utility>
#include <vector>

/// The standard library's distributions differ between implementations; the functions here do not.
namespace regard {

using RandomEngine = std::mt19937_64;

/// A random number, uniform in [0, 1).
inline double uniform(RandomEngine& engine) {
  constexpr double kStep = 0x1p-53;
  return static_cast<double>(engine() >> 11U) * kStep;
}

template <class Element>
void shuffle(std::vector<Element>& elements, RandomEngine& engine) {
  for (size_t i = elements.size(); i > 1; --i) {
    std::swap(elements[i - 1], elements[engine() % i]);
  }
}

}  // namespace regard
