#pragma once
#include <torch/types.h>

#include <optional>

namespace regard::ops {

/// While it lives, the matrix products of layers, and off the CPU those of attention, round their
/// float32 inputs and results to `type` (float16 or bfloat16), in every thread, and return float32.
/// Sums inside a product and over steps, weights and everything else stay float32. One at a time.
class RoundedProducts {
 public:
  explicit RoundedProducts(torch::ScalarType type);
  ~RoundedProducts();
  RoundedProducts(const RoundedProducts&) = delete;
  RoundedProducts& operator=(const RoundedProducts&) = delete;
};

/// The type that products round their inputs to now, if to any.
std::optional<torch::ScalarType> rounded_type();

}  // namespace regard::ops
