#pragma once
#include <torch/types.h>

namespace regard::ops {

/// In training, sets each number to 0 with probability `rate` and divides the others by 1 - rate;
/// else returns `input`. Plain it is torch::dropout. Fused one seed is drawn from torch's generator
/// for each call and the mask is a hash of seed and position: the same after the same
/// torch::manual_seed for any number of threads, and several times as fast.
torch::Tensor seeded_dropout(const torch::Tensor& input, double rate, bool training);

}  // namespace regard::ops
