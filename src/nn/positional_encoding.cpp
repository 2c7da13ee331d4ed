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
  const auto falling = frequencies(size, layout);
  const bool takes_turns = layout == SinusoidLayout::interleaved;
  const int64_t next = takes_turns ? 2 : 1, to_cosine = takes_turns ? 1 : size / 2;
  auto positions = torch::empty({count, size}, torch::kDouble);
  double* row = positions.mutable_data_ptr<double>();
  for (int64_t position = first; position < first + count; ++position, row += size) {
    double* sine = row;
    for (const double frequency : falling) {
      const double angle = static_cast<double>(position) * frequency;
      sine[0] = std::sin(angle);
      sine[to_cosine] = std::cos(angle);
      sine += next;
    }
  }
  return positions.to(options);
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
