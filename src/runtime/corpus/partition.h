#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace regard::corpus {

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

}  // namespace regard::corpus
