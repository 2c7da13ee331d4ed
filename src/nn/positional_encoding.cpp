#include "regard/nn/positional_encoding.h"

#include <cmath>
#include <vector>

namespace regard::nn {

torch::Tensor sinusoidal_positions(int64_t first, int64_t count, int64_t size,
                                   const torch::TensorOptions& options) {
  TORCH_CHECK(size % 2 == 0, "sinusoidal_positions: size must be even, got ", size);
  std::vector<double> frequencies;
  for (int64_t j = 0; j < size; j += 2) {
    frequencies.push_back(std::pow(10000.0, -static_cast<double>(j) / static_cast<double>(size)));
  }
  auto positions = torch::empty({count, size}, torch::kFloat);
  float* number = positions.mutable_data_ptr<float>();
  for (int64_t position = first; position < first + count; ++position) {
    for (const double frequency : frequencies) {
      const double angle = static_cast<double>(position) * frequency;
      *number++ = static_cast<float>(std::sin(angle));
      *number++ = static_cast<float>(std::cos(angle));
    }
  }
  return positions.to(options);
}

}  // namespace regard::nn
