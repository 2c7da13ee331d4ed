#include "nn/convolutional_encoder.h"

#include <cmath>
#include <string>

#include "ops/affine.h"
#include "ops/dropout.h"

namespace regard::nn {
namespace {

// Concatenates the window of `kernel` positions around each position: (batch, position, size) ->
// (batch, position, kernel * size). A convolution is then one matrix multiplication.
torch::Tensor windows(const torch::Tensor& x, int64_t kernel) {
  const auto padded = torch::constant_pad_nd(x, {0, 0, kernel / 2, kernel / 2});
  return padded.unfold(1, kernel, 1).transpose(2, 3).flatten(2);
}

}  // namespace

ConvolutionalEncoderImpl::ConvolutionalEncoderImpl(const ConvolutionalEncoderOptions& options)
    : options_(options) {
  TORCH_CHECK(options.kernel % 2 == 1, "ConvolutionalEncoder: kernel must be odd, got ",
              options.kernel);
  const int64_t size = options.size;
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    const auto suffix = "_l" + std::to_string(layer);
    layers_.push_back(
        {register_parameter("weight" + suffix, torch::zeros({2 * size, options.kernel * size})),
         register_parameter("bias" + suffix, torch::zeros({2 * size}))});
  }
}

torch::Tensor ConvolutionalEncoderImpl::forward(const torch::Tensor& x, const torch::Tensor& mask) {
  TORCH_CHECK(x.dim() == 3 && x.size(2) == options_.size,
              "ConvolutionalEncoder: x must be (batch, position, ", options_.size, "), got ",
              x.sizes());
  const auto padding = mask.defined() ? mask.logical_not().unsqueeze(-1) : torch::Tensor();
  const auto without_padding = [&](const torch::Tensor& states) {
    return padding.defined() ? states.masked_fill(padding, 0.0) : states;
  };
  auto states = without_padding(x);
  for (const auto& [weight, bias] : layers_) {
    const auto input = ops::seeded_dropout(states, options_.dropout, is_training());
    const auto gated = torch::glu(ops::affine(windows(input, options_.kernel), weight, bias), -1);
    states = without_padding((states + gated) * std::sqrt(0.5));
  }
  return states;
}

}  // namespace regard::nn
