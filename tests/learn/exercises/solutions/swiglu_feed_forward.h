#pragma once
#include <torch/nn/pimpl.h>

#include "nn/linear.h"

namespace regard::nn {

struct SwigluFeedForwardOptions {
  int64_t input_size;
  int64_t hidden_size;
  int64_t output_size;
};

/// The position-wise feed-forward network with a gate: (swish(x W) * (x V)) W_2, where swish(z) = z
/// sigmoid(z) and * is elementwise. Shazeer (2020), equation 6, arXiv:2002.05202, without biases.
class SwigluFeedForwardImpl : public torch::nn::Module {
 public:
  explicit SwigluFeedForwardImpl(const SwigluFeedForwardOptions& options) {
    const auto map = [&](const char* name, int64_t from, int64_t to) {
      return register_module(name, Linear(torch::nn::LinearOptions(from, to).bias(false)));
    };
    W = map("W", options.input_size, options.hidden_size);
    V = map("V", options.input_size, options.hidden_size);
    W_2 = map("W_2", options.hidden_size, options.output_size);
  }

  /// (..., input_size) -> (..., output_size)
  torch::Tensor forward(const torch::Tensor& x) { return W_2(torch::silu(W(x)) * V(x)); }

  Linear W{nullptr}, V{nullptr}, W_2{nullptr};
};
TORCH_MODULE(SwigluFeedForward);

}  // namespace regard::nn
