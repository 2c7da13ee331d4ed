#include "nn/feed_forward.h"

#include "ops/dropout.h"
#include "ops/probe.h"

namespace regard::nn {

AddNormImpl::AddNormImpl(const AddNormOptions& options)
    : dropout_(options.dropout), pre_norm_(options.pre_norm) {
  using torch::nn::LayerNorm, torch::nn::LayerNormOptions;
  ln = register_module("ln",
                       LayerNorm(LayerNormOptions(options.normalized_shape).eps(options.epsilon)));
}

FeedForwardImpl::FeedForwardImpl(const FeedForwardOptions& options)
    : activation_(options.activation), dropout_(options.dropout) {
  dense1 = register_module("dense1", Linear(options.input_size, options.hidden_size));
  dense2 = register_module("dense2", Linear(options.hidden_size, options.output_size));
}

torch::Tensor FeedForwardImpl::activated(torch::Tensor hidden) const {
  switch (activation_) {
    case Activation::relu:
      // In place: nothing else reads the input.
      return REGARD_OBSERVED("hidden", hidden.relu_());
    case Activation::gelu:
      return REGARD_OBSERVED("hidden", torch::gelu(hidden));
    case Activation::silu:
      return REGARD_OBSERVED("hidden", torch::silu(hidden));
    case Activation::none:
      break;
  }
  TORCH_CHECK(false, "FeedForward: unknown activation");
}

torch::Tensor FeedForwardImpl::forward(const torch::Tensor& x) {
  const auto hidden = ops::seeded_dropout(activated(dense1(x)), dropout_, is_training());
  return REGARD_OBSERVED("output", dense2(hidden));
}

}  // namespace regard::nn
