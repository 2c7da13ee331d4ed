#pragma once
#include <torch/nn/modules/linear.h>
#include <torch/nn/pimpl.h>

#include "ops/affine.h"

namespace regard::nn {

/// torch::nn::Linear by `affine`.
class LinearImpl : public torch::nn::LinearImpl {
 public:
  using torch::nn::LinearImpl::LinearImpl;

  /// (..., in_features) -> (..., out_features)
  torch::Tensor forward(const torch::Tensor& x) { return ops::affine(x, weight, bias); }
};
TORCH_MODULE(Linear);

/// Each layer of the same x, as one product: the layers agree on in_features and on having a bias.
std::vector<torch::Tensor> linear_together(const torch::Tensor& x,
                                           const std::vector<Linear>& layers);

}  // namespace regard::nn
