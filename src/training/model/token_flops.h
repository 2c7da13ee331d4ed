#pragma once
#include <torch/nn/module.h>

#include <string>

#include "nn/output_layer.h"

namespace regard::model {

/// Floating-point operations of a forward pass per token: two for each weight that multiplies it.
/// Embeddings are looked up; products in attention without weights (a few hundredths of the total
/// at a sentence's length) are not counted.
struct TokenFlops {
  double source = 0;  ///< of the modules below "encoder"
  double target = 0;  ///< of all others, and of the output layer
};
TokenFlops token_flops(const torch::nn::Module& model, const nn::OutputLayer& output_layer);

}  // namespace regard::model
