#pragma once
#include <torch/types.h>

#include <memory>

namespace regard::ops {

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
