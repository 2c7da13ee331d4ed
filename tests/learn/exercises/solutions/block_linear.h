#pragma once
#include <torch/nn/pimpl.h>
#include <torch/types.h>

#include <cmath>

#include "nn/linear.h"

namespace regard::nn {

struct BlockLinearOptions {
  int64_t input_size;
  int64_t output_size;
  int64_t blocks;
};

/// y = W x + b with a block-diagonal W: each group of outputs sees only its group of inputs.
/// Kuchaiev and Ginsburg (2017), section 2.2 (groups), arXiv:1703.10722.
class BlockLinearImpl : public torch::nn::Module {
 public:
  explicit BlockLinearImpl(const BlockLinearOptions& options) {
    TORCH_CHECK(
        options.input_size % options.blocks == 0 && options.output_size % options.blocks == 0,
        "BlockLinear: ", options.input_size, " inputs and ", options.output_size,
        " outputs do not divide into ", options.blocks, " blocks");
    const int64_t inputs = options.input_size / options.blocks;
    const double bound = 1 / std::sqrt(static_cast<double>(inputs));
    const auto uniform = [&](torch::IntArrayRef sizes) {
      return (2 * torch::rand(sizes) - 1) * bound;
    };
    weight = register_parameter(
        "weight", uniform({options.blocks, options.output_size / options.blocks, inputs}));
    bias = register_parameter("bias", uniform({options.output_size}));
  }

  /// (..., input_size) -> (..., output_size)
  torch::Tensor forward(const torch::Tensor& x) {
    const auto groups = x.unflatten(-1, {weight.size(0), weight.size(2)}).unsqueeze(-1);
    return weight.matmul(groups).flatten(-3) + bias;
  }

  torch::Tensor weight;  ///< (block, outputs, inputs)
  torch::Tensor bias;    ///< (output_size)
};
TORCH_MODULE(BlockLinear);

}  // namespace regard::nn
