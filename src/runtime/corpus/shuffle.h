#pragma once
#include <cstdint>
#include <random>

#include "base/random.h"

namespace regard::corpus {

/// The engine of an epoch: a function of the seed and the epoch's number.
inline RandomEngine engine_of_epoch(uint64_t seed, int64_t epoch) {
  std::seed_seq sequence = {seed & 0xFFFFFFFFU, seed >> 32U, static_cast<uint64_t>(epoch)};
  return RandomEngine(sequence);
}

}  // namespace regard::corpus
