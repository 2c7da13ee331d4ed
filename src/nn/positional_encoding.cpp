#include "regard/nn/positional_encoding.h"

#include <cmath>

namespace regard::nn {

torch::Tensor sinusoidal_positions(int64_t first, int64_t count, int64_t size,
                                   const torch::TensorOptions& options) {
  TORCH_CHECK(size % 2 == 0, "sinusoidal_positions: size must be even, got ", size);
  auto positions = torch::empty({count, size}, torch::kFloat);
  float* row = positions.mutable_data_ptr<float>();
  for (int64_t position = first; position < first + count; ++position, row += size) {
    for (int64_t j = 0; j < size; j += 2) {
      const double angle =
          static_cast<double>(position) / std::pow(10000.0, static_cast<double>(j) / size);
      row[j] = static_cast<float>(std::sin(angle));
      row[j + 1] = static_cast<float>(std::cos(angle));
    }
  }
  return positions.to(options);
}

}  // namespace regard::nn
