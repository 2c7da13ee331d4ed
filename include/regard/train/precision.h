#pragma once
#include <torch/types.h>

#include <optional>
#include <string>

#include "regard/nn/rounded_products.h"

namespace regard::train {

/// Sets the precision of matrix products (training.precision) during its lifetime: bf16 and fp16
/// round their inputs and results; weights, activations and the optimizer stay float32. On a CPU
/// without AVX512-BF16, bf16 rounds nothing; fp16 on a CPU only shows what a GPU would give.
class ProductPrecision {
 public:
  ProductPrecision(const std::string& precision, torch::Device device);

 private:
  std::optional<nn::RoundedProducts> rounded_;
};

}  // namespace regard::train
