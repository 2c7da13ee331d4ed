#pragma once
#include <torch/types.h>
#include <functional>
#include <vector>

namespace regard::nn {

/// A layer that keeps the shape of its input.
using DeepLayer = std::function<torch::Tensor(const torch::Tensor&)>;

/// Adds a residual connection: x + f(x) (d2l 8.6, 11.7).
inline DeepLayer residual(const DeepLayer& f) {
  return [f](const torch::Tensor& x) { return x + f(x); };
}

/// Gradient at the input of each layer of a stack, first layer first: the norm of d (result .
/// direction) / d input, divided by the norm of `direction`, which is the gradient at the
/// result.
std::vector<double> gradients_by_depth(const std::vector<DeepLayer>& layers, const torch::Tensor& x,
                                       const torch::Tensor& direction);

}  // namespace regard::nn
