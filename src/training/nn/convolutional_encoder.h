#pragma once
#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include <vector>

namespace regard::nn {

struct ConvolutionalEncoderOptions {
  int64_t size;  ///< size of the states
  int64_t layers;
  int64_t kernel = 3;    ///< width of a convolution, in positions; odd, so that it has a center
  double dropout = 0.0;  ///< on the input of each convolution, in training
};

/// A stack of convolutions over positions, with gated linear units and residual connections:
///   x <- (x + v * sigmoid(g)) * sqrt(1/2), [v; g] = W x_{i-k/2 .. i+k/2} + b.
/// Gehring et al. (2017), sections 3.2 and 3.3, arXiv:1705.03122; as an encoder for decoders with
/// attention: Gehring et al. (2016), arXiv:1611.02344. After l layers a state depends on l (k - 1)
/// + 1 positions; all positions of a layer are computed at once.
class ConvolutionalEncoderImpl : public torch::nn::Module {
 public:
  explicit ConvolutionalEncoderImpl(const ConvolutionalEncoderOptions& options);

  /// x (batch, position, size), including positions -> the same shape. `mask` (batch, position),
  /// true at real tokens: all other positions are 0 before every convolution and in the result, as
  /// are those beyond both ends. Undefined: all are real.
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& mask = {});

  const ConvolutionalEncoderOptions& options() const { return options_; }

 private:
  struct Layer {
    torch::Tensor weight;  // (2 * size, kernel * size): the window's positions concatenated
    torch::Tensor bias;    // (2 * size)
  };

  ConvolutionalEncoderOptions options_;
  std::vector<Layer> layers_;
};
TORCH_MODULE(ConvolutionalEncoder);

}  // namespace regard::nn
