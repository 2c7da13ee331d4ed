#include "regard/nn/feed_forward.h"

namespace regard::nn {

FeedForwardImpl::FeedForwardImpl(const FeedForwardOptions& options)
    : activation_(options.activation) {
  dense1 = register_module("dense1", Linear(options.input_size, options.hidden_size));
  dense2 = register_module("dense2", Linear(options.hidden_size, options.output_size));
}

torch::Tensor FeedForwardImpl::forward(const torch::Tensor& x) {
  auto hidden = dense1(x);
  switch (activation_) {
    case Activation::relu:
      return dense2(hidden.relu_());  // in place: nothing else needs what it was
    case Activation::gelu:
      return dense2(torch::gelu(hidden));
    case Activation::silu:
      return dense2(torch::silu(hidden));
  }
  TORCH_CHECK(false, "FeedForward: unknown activation");
}

}  // namespace regard::nn
