#pragma once
#include <torch/types.h>

namespace regard::ops {

/// x W^T + b, as torch::linear: x (..., input), weight (output, input), bias (output) or undefined.
/// On processors where LibTorch's own float32 products are slow it uses faster ones, forward and
/// backward.
torch::Tensor affine(const torch::Tensor& x, const torch::Tensor& weight,
                     const torch::Tensor& bias = {});

}  // namespace regard::ops
