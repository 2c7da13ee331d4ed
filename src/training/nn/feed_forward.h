#pragma once
#include <torch/nn/pimpl.h>

#include "architecture/activation.h"
#include "nn/linear.h"

namespace regard::nn {

struct FeedForwardOptions {
  int64_t input_size;
  int64_t hidden_size;
  int64_t output_size;
  Activation activation = Activation::relu;
  double dropout = 0.0;  ///< on the activations
};

/// The position-wise feed-forward network: dense2(dropout(activation(dense1(x)))). Vaswani et al.
/// (2017), section 3.3; d2l 11.7.
class FeedForwardImpl : public torch::nn::Module {
 public:
  explicit FeedForwardImpl(const FeedForwardOptions& options);

  /// (..., input_size) -> (..., output_size)
  torch::Tensor forward(const torch::Tensor& x);

  Activation activation() const { return activation_; }

 private:
  torch::Tensor activated(torch::Tensor hidden) const;

  Activation activation_;
  double dropout_;
  Linear dense1{nullptr}, dense2{nullptr};
};
TORCH_MODULE(FeedForward);

}  // namespace regard::nn
