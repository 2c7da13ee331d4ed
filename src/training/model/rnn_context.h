#pragma once
#include "model/rnn_model.h"

namespace regard::model {

/// The decoder without attention: at each step the recurrent layers read [embedding; context]; the
/// context is the same at every step.
class RnnContextDecoderImpl : public RnnDecoderParts {
 public:
  RnnContextDecoderImpl(const RnnOptions& options, int64_t vocab, int64_t context_size);

  /// Reads target (batch, target), int64, and context (batch, context_size), starting from `state`.
  RnnDecoderOutput forward(const torch::Tensor& target, const torch::Tensor& context,
                           const ops::RecurrentState& state);
};
TORCH_MODULE(RnnContextDecoder);

/// Recurrent encoder-decoder without attention: one vector c = q(h_1, ..., h_T) represents the
/// whole source. Derived classes define q.
class ContextModel : public RnnModel {
 public:
  using Options = RnnOptions;

  nn::OutputLayer& output_layer() override { return decoder->dense; }
  const Options& options() const { return options_; }

  RnnContextDecoder decoder{nullptr};

 protected:
  ContextModel(const Options& options, int64_t source_vocab, int64_t target_vocab,
               bool shared_vocab, int64_t context_size);

  /// (batch, context_size); the probe "source context" shows its computation. states (batch,
  /// source, size) are 0 at padding after `lengths` (batch); `first` is the decoder's first state.
  virtual torch::Tensor context(const torch::Tensor& states, const torch::Tensor& lengths,
                                const ops::RecurrentState& first) = 0;

 private:
  RowTensors read(const torch::Tensor& states, const torch::Tensor& lengths,
                  const ops::RecurrentState& first) final;
  RnnDecoderOutput write(const torch::Tensor& target, const RowTensors& context,
                         const ops::RecurrentState& state, bool want_attention) final;

  Options options_;
};

/// The context is the initial state of the decoder's top layer, which is the encoder's last state
/// (Cho et al., 2014, arXiv:1406.1078; Sutskever et al., 2014, arXiv:1409.3215); d2l 10.7.
class RnnContext : public ContextModel {
 public:
  RnnContext(const Options& options, int64_t source_vocab, int64_t target_vocab, bool shared_vocab)
      : ContextModel(options, source_vocab, target_vocab, shared_vocab, options.hidden_size) {}

 protected:
  torch::Tensor context(const torch::Tensor& states, const torch::Tensor& lengths,
                        const ops::RecurrentState& first) override;
};

}  // namespace regard::model
