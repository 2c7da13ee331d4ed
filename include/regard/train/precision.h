#pragma once
#include <torch/types.h>

#include <optional>
#include <string>

#include "regard/nn/rounded_products.h"

namespace regard::train {

/// While it lives, matrix products are computed as training.precision says: bf16 and fp16 round
/// their inputs, sums and results stay float32, as do weights, activations and the optimiser. On a
/// CPU bf16 leaves the rounding to instructions for it, and where it has none rounds nothing; fp16
/// is there to try what a GPU would give.
class ProductPrecision {
 public:
  ProductPrecision(const std::string& precision, torch::Device device);
  ~ProductPrecision();
  ProductPrecision(const ProductPrecision&) = delete;
  ProductPrecision& operator=(const ProductPrecision&) = delete;

 private:
  bool by_instructions_;
  std::optional<nn::RoundedProducts> rounded_;
};

}  // namespace regard::train
