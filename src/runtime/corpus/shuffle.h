#pragma once
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "base/random.h"

namespace regard::corpus {

/// The engine of an epoch: a function of the seed and the epoch's number.
inline RandomEngine engine_of_epoch(uint64_t seed, int64_t epoch) {
  std::seed_seq sequence = {seed & 0xFFFFFFFFU, seed >> 32U, static_cast<uint64_t>(epoch)};
  return RandomEngine(sequence);
}

/// The segments of a minibatch: the index of each row's first token. A segment of n tokens is read
/// with its n labels, each the following token, so it needs one token more.
using Segments = std::vector<int64_t>;

/// Splits a text of `tokens` tokens, without its first `offset` ones, into `rows` parts of equal
/// length that are read side by side, `steps` tokens at a time: row r of each minibatch continues
/// row r of the previous one. The remainder at the end of the rows is dropped.
std::vector<Segments> sequential_partition(int64_t tokens, int64_t rows, int64_t steps,
                                           int64_t offset);

/// The number of segments of `steps` tokens after the first `offset` tokens.
int64_t count_segments(int64_t tokens, int64_t steps, int64_t offset);

/// Minibatches of `rows` segments in `order`, a permutation of 0 to count_segments() - 1. An
/// incomplete minibatch is dropped.
std::vector<Segments> random_partition(int64_t rows, int64_t steps, int64_t offset,
                                       std::span<const int64_t> order);

/// The position of a sampler: everything needed to continue from there.
struct SamplerPosition {
  int64_t epoch = 0;
  int64_t pool = 0;   ///< of this epoch, where its batches are made pool by pool
  int64_t batch = 0;  ///< batches of this epoch, or of its pool, given out so far
};

/// Throws Error for a position outside its epoch, or its pool, of `batches` batches.
void check_position(SamplerPosition position, int64_t batches);

}  // namespace regard::corpus
