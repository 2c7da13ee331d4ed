#pragma once
#include <torch/nn/pimpl.h>

#include "regard/nn/linear.h"

namespace regard::nn {

enum class Activation { relu, gelu, silu };

struct FeedForwardOptions {
  int64_t input_size;
  int64_t hidden_size;
  int64_t output_size;
  Activation activation = Activation::relu;
};

/// The position-wise feed-forward network: dense2(activation(dense1(x))). Vaswani et al. (2017),
/// section 3.3; d2l 11.7.
class FeedForwardImpl : public torch::nn::Module {
 public:
  explicit FeedForwardImpl(const FeedForwardOptions& options);

  /// (..., input_size) -> (..., output_size)
  torch::Tensor forward(const torch::Tensor& x);

 private:
  Activation activation_;
  Linear dense1{nullptr}, dense2{nullptr};
};
TORCH_MODULE(FeedForward);

}  // namespace regard::nn
