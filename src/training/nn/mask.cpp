#include "nn/mask.h"

#include <vector>

namespace regard::nn {

torch::Tensor length_mask(const torch::Tensor& lengths, int64_t size) {
  return torch::arange(size, lengths.options()) < lengths.unsqueeze(-1);
}

torch::Tensor key_mask(const torch::Tensor& lengths, int64_t keys) {
  if (!lengths.defined()) return {};
  TORCH_CHECK(lengths.dim() == 1 || lengths.dim() == 2,
              "key_mask: lengths must be (batch) or (batch, query), got ", lengths.sizes());
  const auto mask = length_mask(lengths, keys);
  return lengths.dim() == 1 ? mask.unsqueeze(1) : mask;
}

torch::Tensor sequence_mask(const torch::Tensor& x, const torch::Tensor& lengths, double value) {
  TORCH_CHECK(x.dim() >= 2 && lengths.dim() == 1 && lengths.size(0) == x.size(0),
              "sequence_mask: x must be (batch, position, ...) and lengths (batch), got ",
              x.sizes(), " and ", lengths.sizes());
  std::vector<int64_t> shape(static_cast<size_t>(x.dim()), 1);
  shape[0] = x.size(0), shape[1] = x.size(1);
  return torch::where(length_mask(lengths, x.size(1)).view(shape), x, value);
}

torch::Tensor causal_mask(int64_t queries, int64_t keys, torch::Device device) {
  if (queries == 1) return {};
  return torch::ones({queries, keys}, torch::TensorOptions(torch::kBool).device(device))
      .tril(keys - queries);
}

}  // namespace regard::nn
