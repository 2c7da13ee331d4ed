#pragma once
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "base/random.h"

namespace regard::corpus {

/// The random engine of an epoch, determined by the seed and the epoch's number.
inline RandomEngine engine_of_epoch(uint64_t seed, int64_t epoch) {
  std::seed_seq sequence = {seed & 0xFFFFFFFFU, seed >> 32U, static_cast<uint64_t>(epoch)};
  return RandomEngine(sequence);
}

/// The segments of a minibatch: the index of the first token in each row. A segment of n tokens
/// needs n + 1, since each label is the next token.
using Segments = std::vector<int64_t>;

/// Splits a text of `tokens` tokens, without the first `offset`, into `rows` parts of equal length
/// that are read in parallel, `steps` tokens at a time: row r of each minibatch continues row r of
/// the previous one. The remainder is dropped.
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
  int64_t pool = 0;   ///< current pool of this epoch, if batches are formed one pool at a time
  int64_t batch = 0;  ///< batches of this epoch, or of its current pool, already returned
};

/// Throws Error for a position outside its epoch or pool, which has `batches` batches.
void check_position(SamplerPosition position, int64_t batches);

}  // namespace regard::corpus
