#include "lessons/kernels.h"

#include <torch/utils.h>

#include <cmath>
#include <numbers>

namespace regard::nn {

torch::Tensor kernel_of(Kernel kernel, const torch::Tensor& u) {
  switch (kernel) {
    case Kernel::gaussian:
      return (u.square() / -2).exp() / std::sqrt(2 * std::numbers::pi);
    case Kernel::exponential:
      return (-u.abs()).exp() / 2;
    case Kernel::boxcar:
      return (u.abs() < 1).to(u.dtype());
    case Kernel::epanechnikov:
      break;
  }
  return (1 - u.abs()).clamp_min(0);
}

ops::Attended kernel_pooling(Kernel kernel, const torch::Tensor& queries, const torch::Tensor& keys,
                             const torch::Tensor& values, double w) {
  const auto shares = kernel_of(kernel, (queries.unsqueeze(1) - keys) * w);  // (query, key)
  const auto weights = shares / shares.sum(1, true).clamp_min(1e-30);
  return {weights.matmul(values), weights};
}

}  // namespace regard::nn
