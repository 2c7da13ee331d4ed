#pragma once
#include <torch/types.h>
#include <memory>

namespace regard::ops {

/// x W^T + b, like torch::linear: x (..., input), weight (output, input), bias (output) or
/// undefined. Where LibTorch's own float32 matrix multiplications are slow, uses faster ones,
/// forward and backward.
torch::Tensor affine(const torch::Tensor& x, const torch::Tensor& weight,
                     const torch::Tensor& bias = {});

/// x -> W x + b for a sequence of x, such as the steps of a recurrent network. The gradients of W
/// and b are computed once for all steps, as one large matrix multiplication instead of many small
/// ones. Create one object per pass over a sequence.
class StepLinear {
 public:
  StepLinear() = default;
  /// weight (output, input); bias (output), may be undefined.
  explicit StepLinear(const torch::Tensor& weight, const torch::Tensor& bias = {});

  /// x (batch, input) -> (batch, output), plus `added` (batch, output) if that is defined.
  torch::Tensor operator()(const torch::Tensor& x, const torch::Tensor& added = {}) const;

 private:
  struct Shared;
  std::shared_ptr<const Shared> shared_;
};

}  // namespace regard::ops
