#pragma once
#include <torch/types.h>

namespace regard::ops {

/// Softmax over the last dimension; keys that `mask` (broadcast to `scores`; undefined: all true)
/// forbids get weight 0. mask.h makes masks of valid lengths. As in the book (d2l 11.3), forbidden
/// scores become -1e6. So where every key is forbidden (valid length 0), the weights are uniform
/// over all of them, padding too, and no gradient flows; models never meet that, for every source
/// has an end of sentence. The scores may be float32, float64 or bfloat16 (whose sums LibTorch
/// takes in float32); those that count must be well above -1e6.
torch::Tensor masked_softmax(const torch::Tensor& scores, const torch::Tensor& mask);

}  // namespace regard::ops
