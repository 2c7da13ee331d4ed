#include "nn/positional_encoding.h"

#include <cmath>
#include <vector>

namespace regard::nn {
torch::Tensor sinusoidal_positions(int64_t first, int64_t count, int64_t size,
                                   const torch::TensorOptions& options, SinusoidLayout layout) {
  TORCH_CHECK(size % 2 == 0, "sinusoidal_positions: size must be even, got ", size);
  const auto position =
      torch::arange(first, first + count, torch::kDouble).unsqueeze(1);  // (count, 1)
  const auto angle = position * torch::tensor(sinusoid_frequencies(size, layout),
                                              torch::kDouble);  // (count, size / 2)
  const auto turns = layout == SinusoidLayout::interleaved
                         ? torch::stack({angle.sin(), angle.cos()}, 2).flatten(1)
                         : torch::cat({angle.sin(), angle.cos()}, 1);
  return turns.to(options);
}

torch::Tensor position_rotation(int64_t delta, int64_t size, const torch::TensorOptions& options) {
  TORCH_CHECK(size % 2 == 0, "position_rotation: size must be even, got ", size);
  std::vector<torch::Tensor> matrices;
  for (const double frequency : sinusoid_frequencies(size, SinusoidLayout::interleaved)) {
    const double angle = static_cast<double>(delta) * frequency;
    const double sine = std::sin(angle), cosine = std::cos(angle);
    matrices.push_back(torch::tensor({{cosine, sine}, {-sine, cosine}}, torch::kDouble));
  }
  return torch::stack(matrices).to(options);
}

LearnedPositionsImpl::LearnedPositionsImpl(int64_t max_length, int64_t size) {
  pos_embedding = register_module("pos_embedding", torch::nn::Embedding(max_length, size));
}

torch::Tensor LearnedPositionsImpl::forward(int64_t first, int64_t count) {
  TORCH_CHECK(first >= 0 && first + count <= max_length(), "LearnedPositions: positions ", first,
              " to ", first + count - 1, " are requested, but there are only ", max_length(),
              ", counted from 0");
  return pos_embedding->weight.narrow(0, first, count);
}

}  // namespace regard::nn
