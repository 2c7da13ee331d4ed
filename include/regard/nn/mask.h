#pragma once
#include <torch/types.h>

namespace regard::nn {

// Masks are boolean, true where a query may attend to a key, and broadcast to the scores.

/// lengths (...), int64 -> (..., size): true at positions before the length.
torch::Tensor length_mask(const torch::Tensor& lengths, int64_t size);

/// (queries, keys): each query sees the keys up to its own position. The queries are the last ones
/// of the keys, as when a decoder goes on from earlier steps. Undefined (nothing is masked) for one
/// query.
torch::Tensor causal_mask(int64_t queries, int64_t keys, torch::Device device);

}  // namespace regard::nn
