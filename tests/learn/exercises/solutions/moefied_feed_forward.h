#pragma once
#include <torch/nn/pimpl.h>

#include "nn/linear.h"

namespace regard::nn {

struct MoefiedFeedForwardOptions {
  int64_t input_size;
  int64_t hidden_size;
  int64_t output_size;
  int64_t experts;  ///< groups of hidden units
  int64_t active;   ///< experts per token
};

/// dense2(relu(dense1(x))) in which each token uses only the hidden units of its `active` experts,
/// those with the largest sums of activations. Zhang et al. (2022), sections 3.2 and 3.3,
/// arXiv:2110.01786. Here, expert e is the e-th of `experts` equal groups of units.
class MoefiedFeedForwardImpl : public torch::nn::Module {
 public:
  explicit MoefiedFeedForwardImpl(const MoefiedFeedForwardOptions& options) : options_(options) {
    TORCH_CHECK(options.hidden_size % options.experts == 0,
                "MoefiedFeedForward: ", options.hidden_size, " units do not divide among ",
                options.experts, " experts");
    dense1 = register_module("dense1", Linear(options.input_size, options.hidden_size));
    dense2 = register_module("dense2", Linear(options.hidden_size, options.output_size));
  }

  /// (..., input_size) -> (..., output_size)
  torch::Tensor forward(const torch::Tensor& x) {
    const auto groups = dense1(x).relu().unflatten(-1, {options_.experts, -1});
    const auto sums = groups.sum(-1);  // (..., expert)
    const auto chosen = std::get<1>(sums.topk(options_.active, -1));
    const auto mask = torch::zeros_like(sums).scatter(-1, chosen, 1.0);
    return dense2((groups * mask.unsqueeze(-1)).flatten(-2));
  }

  Linear dense1{nullptr}, dense2{nullptr};

 private:
  MoefiedFeedForwardOptions options_;
};
TORCH_MODULE(MoefiedFeedForward);

}  // namespace regard::nn
