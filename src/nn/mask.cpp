#include "regard/nn/mask.h"

namespace regard::nn {

torch::Tensor length_mask(const torch::Tensor& lengths, int64_t size) {
  return torch::arange(size, lengths.options()) < lengths.unsqueeze(-1);
}

torch::Tensor causal_mask(int64_t queries, int64_t keys, torch::Device device) {
  if (queries == 1) return {};
  return torch::ones({queries, keys}, torch::TensorOptions(torch::kBool).device(device))
      .tril(keys - queries);
}

}  // namespace regard::nn
