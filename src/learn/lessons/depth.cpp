#include "lessons/depth.h"

#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

namespace regard::nn {

std::vector<double> gradients_by_depth(const std::vector<DeepLayer>& layers, const torch::Tensor& x,
                                       const torch::Tensor& direction) {
  std::vector<torch::Tensor> inputs;
  auto states = x.detach().requires_grad_();
  for (const auto& layer : layers) {
    inputs.push_back(states);
    states = layer(states);
  }
  const auto at_result = direction.norm().item<double>();
  std::vector<double> norms;
  for (const auto& gradient : torch::autograd::grad({states}, inputs, {direction})) {
    norms.push_back(gradient.norm().item<double>() / at_result);
  }
  return norms;
}

}  // namespace regard::nn
