#pragma once
#include <torch/types.h>

namespace regard::nn {

// Masks are boolean, true where a query may attend to a key, and broadcast to the scores.

/// lengths (...), int64 -> (..., size): true at positions before the length.
torch::Tensor length_mask(const torch::Tensor& lengths, int64_t size);

/// Valid lengths as in d2l, int64: (batch), one per sentence, or (batch, query), one per
/// query -> a mask that broadcasts to (batch, query, key). Undefined lengths give an
/// undefined mask.
torch::Tensor key_mask(const torch::Tensor& lengths, int64_t keys);

/// x (batch, position, ...) with `value` at all positions at or after their row's length; lengths
/// (batch), int64. The replaced numbers affect neither the result nor a gradient. d2l 10.7.
torch::Tensor sequence_mask(const torch::Tensor& x, const torch::Tensor& lengths,
                            double value = 0.0);

/// (queries, keys): each query attends to the keys up to its own position. The queries are at the
/// last positions of the keys, as when a decoder continues from earlier steps. Undefined (nothing
/// is masked) for a single query.
torch::Tensor causal_mask(int64_t queries, int64_t keys, torch::Device device);

}  // namespace regard::nn
