#pragma once
#include <torch/types.h>

#include <optional>

#include "config/training_options.h"
#include "ops/bodies.h"
#include "ops/rounded_products.h"

namespace regard::train {

/// Sets the precision of matrix products (training.precision) during its lifetime: bf16 and fp16
/// round their inputs and results; weights, activations and the optimizer stay float32. On a CPU
/// without AVX512-BF16, bf16 rounds nothing; fp16 on a CPU only shows what a GPU would give.
/// `ops` is training.ops: plain selects the plain body of every operation.
class ProductPrecision {
 public:
  ProductPrecision(config::Precision precision, torch::Device device,
                   config::Bodies ops = config::Bodies::automatic);

 private:
  std::optional<ops::RoundedProducts> rounded_;
  std::optional<ops::PlainBodies> plain_;
};

}  // namespace regard::train
