#pragma once
#include <torch/nn/modules/embedding.h>
#include <torch/nn/pimpl.h>

#include "architecture/rnn_options.h"
#include "nn/convolutional_encoder.h"
#include "nn/linear.h"
#include "nn/recurrent.h"

namespace regard::model {

/// Embedding, sinusoidal positions and convolutions instead of recurrent layers: Gehring et al.
/// (2016), arXiv:1611.02344. States have hidden_size numbers. There is no last state, so each layer
/// of the decoder starts from tanh(W m + b) of the states' mean m.
class ConvolutionalSourceEncoderImpl : public torch::nn::Module {
 public:
  /// `shared`: the embedding of another module to use instead of its own; or null.
  ConvolutionalSourceEncoderImpl(const RnnOptions& options, int64_t kernel, int64_t vocab,
                                 const torch::nn::Embedding& shared);

  /// source (batch, source), int64; padding after `lengths` (batch) has no effect. Returns what
  /// recurrent layers return: states (source, batch, hidden_size) and the decoder's initial state.
  nn::RecurrentOutput forward(const torch::Tensor& source, const torch::Tensor& lengths);

 private:
  double dropout_;
  int64_t layers_;
  torch::nn::Embedding embedding{nullptr};
  nn::Linear projection{nullptr};  // embedding_size -> hidden_size
  nn::ConvolutionalEncoder convolutions{nullptr};
  nn::Linear start{nullptr};  // hidden of each layer, then cells
};
TORCH_MODULE(ConvolutionalSourceEncoder);

}  // namespace regard::model
