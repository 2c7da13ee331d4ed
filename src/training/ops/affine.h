#pragma once
#include <torch/types.h>
#include <memory>

namespace regard::ops {

/// x W^T + b, as torch::linear: x (..., input), weight (output, input), bias (output) or undefined.
/// On processors where LibTorch's own float32 products are slow it uses faster ones, forward and
/// backward.
torch::Tensor affine(const torch::Tensor& x, const torch::Tensor& weight,
                     const torch::Tensor& bias = {});

/// x -> W x + b, for many x one after the other, as in the steps of a recurrent network. The
/// gradients of W and b are computed once for all steps, as one big product in place of many small
/// ones. Make one for each pass over a sequence.
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
