#include "nn/linear.h"

namespace regard::nn {

std::vector<torch::Tensor> linear_together(const torch::Tensor& x,
                                           const std::vector<Linear>& layers) {
  std::vector<torch::Tensor> results;
  // For few rows to copy the weights side by side would cost more than the products.
  constexpr int64_t kFewRows = 128;
  if (x.numel() < kFewRows * x.size(-1)) {
    for (Linear layer : layers) results.push_back(layer(x));
    return results;
  }
  std::vector<torch::Tensor> weights, biases;
  std::vector<int64_t> sizes;
  for (const auto& layer : layers) {
    weights.push_back(layer->weight);
    if (layer->bias.defined()) biases.push_back(layer->bias);
    sizes.push_back(layer->weight.size(0));
  }
  TORCH_CHECK(biases.empty() || biases.size() == weights.size(),
              "linear_together: some layers have a bias, some have none");
  return ops::affine(x, torch::cat(weights), biases.empty() ? torch::Tensor() : torch::cat(biases))
      .split_with_sizes(sizes, -1);
}

}  // namespace regard::nn
