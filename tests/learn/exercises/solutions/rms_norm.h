#pragma once
#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>
#include <torch/types.h>

namespace regard::nn {

struct RmsNormOptions {
  int64_t size;
  double epsilon = 1e-5;  ///< added to the mean square
};

/// Layer normalization without a mean: g_i x_i / sqrt(mean of x_j^2 + epsilon). Zhang and Sennrich
/// (2019), equation 4, arXiv:1910.07467.
class RmsNormImpl : public torch::nn::Module {
 public:
  explicit RmsNormImpl(const RmsNormOptions& options) : epsilon_(options.epsilon) {
    g = register_parameter("g", torch::ones({options.size}));
  }

  /// (..., size) -> (..., size)
  torch::Tensor forward(const torch::Tensor& x) {
    return g * x * (x.square().mean(-1, true) + epsilon_).rsqrt();
  }

  torch::Tensor g;  ///< (size)

 private:
  double epsilon_;
};
TORCH_MODULE(RmsNorm);

}  // namespace regard::nn
