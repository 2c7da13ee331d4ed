#include "regard/nn/positional_encoding.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace regard::nn {
namespace {

std::vector<double> frequencies(int64_t size, SinusoidLayout layout) {
  const int64_t count = size / 2;
  const int64_t steps =  // from frequency 1 to 1 / 10000
      layout == SinusoidLayout::half_t2t ? std::max<int64_t>(count - 1, 1) : count;
  std::vector<double> falling;
  for (int64_t j = 0; j < count; ++j) {
    falling.push_back(std::pow(10000.0, -static_cast<double>(j) / static_cast<double>(steps)));
  }
  return falling;
}

}  // namespace

torch::Tensor sinusoidal_positions(int64_t first, int64_t count, int64_t size,
                                   const torch::TensorOptions& options, SinusoidLayout layout) {
  TORCH_CHECK(size % 2 == 0, "sinusoidal_positions: size must be even, got ", size);
  const auto position =
      torch::arange(first, first + count, torch::kDouble).unsqueeze(1);  // (count, 1)
  const auto angle =
      position * torch::tensor(frequencies(size, layout), torch::kDouble);  // (count, size / 2)
  const auto turns = layout == SinusoidLayout::interleaved
                         ? torch::stack({angle.sin(), angle.cos()}, 2).flatten(1)
                         : torch::cat({angle.sin(), angle.cos()}, 1);
  return turns.to(options);
}

torch::Tensor position_rotation(int64_t delta, int64_t size, const torch::TensorOptions& options) {
  TORCH_CHECK(size % 2 == 0, "position_rotation: size must be even, got ", size);
  std::vector<torch::Tensor> matrices;
  for (const double frequency : frequencies(size, SinusoidLayout::interleaved)) {
    const double angle = static_cast<double>(delta) * frequency;
    const double sine = std::sin(angle), cosine = std::cos(angle);
    matrices.push_back(torch::tensor({{cosine, sine}, {-sine, cosine}}, torch::kDouble));
  }
  return torch::stack(matrices).to(options);
}

}  // namespace regard::nn
