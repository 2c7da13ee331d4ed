#include "trainer/guided_alignment.h"

#include <torch/utils.h>

namespace regard::train {

torch::Tensor guided_alignment_loss(const std::vector<torch::Tensor>& weights,
                                    const torch::Tensor& alignments) {
  constexpr double kSmallest = 1e-9;  // 0, to which weights may round, has no logarithm
  std::vector<torch::Tensor> losses;
  for (const auto& of_layer : weights) {
    losses.push_back((of_layer.squeeze(1).clamp_min(kSmallest).log() * alignments).sum().neg());
  }
  return torch::stack(losses).mean();
}

}  // namespace regard::train
