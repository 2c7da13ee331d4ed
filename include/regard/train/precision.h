#pragma once
#include <torch/types.h>

#include <optional>
#include <string>

#include "regard/nn/rounded_products.h"

namespace regard::train {

/// While it lives, matrix products are computed as training.precision says: bf16 and fp16 round
/// their inputs and results; weights, activations and the optimiser stay float32.
/// On a CPU without instructions for it (AVX512-BF16) bf16 rounds nothing; fp16 is there to try
/// what a GPU would give.
class ProductPrecision {
 public:
  ProductPrecision(const std::string& precision, torch::Device device);

 private:
  std::optional<nn::RoundedProducts> rounded_;
};

}  // namespace regard::train
