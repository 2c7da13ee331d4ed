#pragma once
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace regard::corpus {

using RandomEngine = std::mt19937_64;

/// The engine of an epoch: a function of the seed and the epoch's number.
inline RandomEngine engine_of_epoch(uint64_t seed, int64_t epoch) {
  std::seed_seq sequence = {seed & 0xFFFFFFFFU, seed >> 32U, static_cast<uint64_t>(epoch)};
  return RandomEngine(sequence);
}

/// std::shuffle and std::uniform_int_distribution differ between standard libraries; this does not.
template <class Element>
void shuffle(std::vector<Element>& elements, RandomEngine& engine) {
  for (size_t i = elements.size(); i > 1; --i) {
    std::swap(elements[i - 1], elements[engine() % i]);
  }
}

}  // namespace regard::corpus
