#pragma once
#include <torch/types.h>

namespace regard::nn {

/// Softmax over the last dimension; keys that `mask` (broadcast to `scores`; undefined: all true)
/// forbids get weight 0. As in the book, their scores become -1e6: where every key is forbidden,
/// the weights are uniform over all of them.
torch::Tensor masked_softmax(const torch::Tensor& scores, const torch::Tensor& mask);

}  // namespace regard::nn
