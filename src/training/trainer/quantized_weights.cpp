#include "trainer/quantized_weights.h"

namespace regard::train {

torch::Tensor rounded_to_integers(const torch::Tensor& matrix) {
  const auto largest = matrix.abs().amax(1, /*keepdim=*/true);
  // Divide by a tensor: on a GPU, division by a number is multiplication by its reciprocal.
  const auto scale = largest / torch::full_like(largest, 127);
  const auto divisor = scale.masked_fill(scale == 0, 1);  // keeps a row of zeros
  return (matrix / divisor).round().to(torch::kInt8) * scale;
}

QuantizedWeights::QuantizedWeights(const torch::nn::Module& model) {
  const torch::NoGradGuard no_grad;
  for (const auto& weight : model.parameters()) {
    if (weight.dim() != 2 || weight.scalar_type() != torch::kFloat32) continue;
    matrices_.emplace_back(weight, weight.detach().clone());
    weight.copy_(rounded_to_integers(weight));
  }
}

QuantizedWeights::~QuantizedWeights() {
  const torch::NoGradGuard no_grad;
  for (const auto& [weight, copy] : matrices_) weight.copy_(copy);
}

}  // namespace regard::train
