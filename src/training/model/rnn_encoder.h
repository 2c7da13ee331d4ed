#pragma once
#include <torch/nn/modules/embedding.h>
#include <torch/nn/pimpl.h>
#include <memory>
#include <vector>

#include "architecture/rnn_options.h"
#include "nn/convolutional_encoder.h"
#include "nn/linear.h"
#include "nn/recurrent.h"

namespace regard::model {

/// Reads the source and returns all states and each layer's last state, as recurrent layers do.
class SourceEncoderImpl : public torch::nn::Module {
 public:
  /// source (batch, source), int64 -> states (source, batch, size). Padding after `lengths` (batch)
  /// has no effect.
  virtual nn::RecurrentOutput forward(const torch::Tensor& source,
                                      const torch::Tensor& lengths = {}) = 0;
};
using SourceEncoder = std::shared_ptr<SourceEncoderImpl>;

/// Embedding, sinusoidal positions and convolutions instead of recurrent layers: Gehring et al.
/// (2016), arXiv:1611.02344. States have size hidden_size. There is no last state, so each decoder
/// layer starts from tanh(W m + b), where m is the mean of the states.
class ConvolutionalSourceEncoderImpl : public SourceEncoderImpl {
 public:
  /// `shared`: another module's embedding to use instead of a new one, or null.
  ConvolutionalSourceEncoderImpl(const RnnOptions& options, int64_t kernel, int64_t vocab,
                                 const torch::nn::Embedding& shared);

  /// States (source, batch, hidden_size) and the decoder's initial state; needs `lengths`.
  nn::RecurrentOutput forward(const torch::Tensor& source, const torch::Tensor& lengths) override;

 private:
  double dropout_;
  int64_t layers_;
  torch::nn::Embedding embedding{nullptr};
  nn::Linear projection{nullptr};  // embedding_size -> hidden_size
  nn::ConvolutionalEncoder convolutions{nullptr};
  nn::Linear start{nullptr};  // initial hidden state of each layer, then the cells
};
TORCH_MODULE(ConvolutionalSourceEncoder);

/// Options of the recurrent layers of an encoder or a decoder.
nn::RecurrentOptions recurrent_options(const RnnOptions& options, int64_t input_size,
                                       bool bidirectional = false);

/// Embedding and recurrent layers; parameters are named as in d2l 10.7.
class RnnEncoderImpl : public SourceEncoderImpl {
 public:
  /// `shared`: another module's embedding to use instead of a new one, or null.
  RnnEncoderImpl(const RnnOptions& options, int64_t vocab, const torch::nn::Embedding& shared);

  /// States (source, batch, directions * hidden_size). Without `lengths` padding is read like any
  /// other token, as in d2l.
  nn::RecurrentOutput forward(const torch::Tensor& source,
                              const torch::Tensor& lengths = {}) override;

 private:
  double dropout_;
  torch::nn::Embedding embedding{nullptr};
  nn::Recurrent rnn{nullptr};
};
TORCH_MODULE(RnnEncoder);

/// Makes the encoder that `options.encoder` names; passes `shared` to its constructor.
SourceEncoder make_source_encoder(const RnnAttentionOptions& options, int64_t vocab,
                                  const torch::nn::Embedding& shared);

/// Maps the encoder's last states to the decoder's first ones, layer by layer: unchanged if the
/// encoder reads in one direction (d2l 10.7), tanh(W [forward; backward] + b) if it reads in two.
/// Bahdanau et al. (2015) use only the backward state.
class RnnBridgeImpl : public torch::nn::Module {
 public:
  explicit RnnBridgeImpl(const RnnOptions& options);

  ops::RecurrentState forward(const ops::RecurrentState& last);

 private:
  std::vector<nn::Linear> hidden_, cell_;  // one per layer; empty for one direction
};
TORCH_MODULE(RnnBridge);

/// The state of a recurrent decoder.
struct RnnState {
  ops::RecurrentState layers;

  template <class F>
  RnnState map(const F& f) const {
    return {ops::map(layers, f)};
  }
};

}  // namespace regard::model
