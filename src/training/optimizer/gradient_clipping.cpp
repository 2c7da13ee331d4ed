#include "optimizer/gradient_clipping.h"

namespace regard::train {

double clip_gradients(const std::vector<torch::Tensor>& gradients, double largest) {
  if (gradients.empty()) return 0.0;
  const torch::NoGradGuard no_grad;
  const auto norm =
      torch::stack(at::_foreach_norm(gradients, 2)).to(torch::kFloat64).norm().item<double>();
  if (largest > 0 && norm > largest) at::_foreach_mul_(gradients, largest / norm);
  return norm;
}

}  // namespace regard::train
