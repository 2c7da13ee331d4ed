#pragma once
#include <torch/nn/modules/embedding.h>

#include "architecture/rnn_options.h"
#include "model/rnn_encoder.h"
#include "model/seq2seq_model.h"
#include "nn/linear.h"
#include "nn/recurrent.h"

namespace regard::model {

/// At each step the recurrent layers read [embedding; context]; the context is the same at every
/// step. Parameters are named as in the book.
class RnnContextDecoderImpl : public torch::nn::Module {
 public:
  RnnContextDecoderImpl(const RnnOptions& options, int64_t vocab);

  /// target (batch, target), int64, context (batch, hidden_size) -> (target, batch, hidden_size)
  /// and the last states, from `state` on.
  nn::RecurrentOutput forward(const torch::Tensor& target, const torch::Tensor& context,
                              const ops::RecurrentState& state);

  torch::nn::Embedding embedding{nullptr};
  nn::OutputLayer dense{nullptr};

 private:
  double dropout_;
  nn::Recurrent rnn{nullptr};
};
TORCH_MODULE(RnnContextDecoder);

/// Recurrent encoder-decoder without attention: the whole source in one vector, the encoder's last
/// state. The decoder starts from it, layer for layer (Sutskever et al., 2014, arXiv:1409.3215),
/// and the top layer's is the context that it reads at every step (Cho et al., 2014,
/// arXiv:1406.1078); d2l 10.7. Unlike in the book, padding never reaches a state.
class RnnContext : public Seq2SeqModel {
 public:
  using Options = RnnOptions;

  RnnContext(const Options& options, int64_t source_vocab, int64_t target_vocab, bool shared_vocab);

  Memory encode(const torch::Tensor& source, const torch::Tensor& source_lengths) override;
  torch::Tensor decode_states(const torch::Tensor& target_input, const Memory& memory) override;
  nn::OutputLayer& output_layer() override { return decoder->dense; }
  DecoderState start(const Memory& memory) override;
  StepOutput step(const torch::Tensor& previous, const Memory& memory, DecoderState& state,
                  bool want_attention = false) override;

  /// The second half of encode(): what the encoder returned, as memory.
  Memory remember(const nn::RecurrentOutput& encoded, const torch::Tensor& source_lengths);

  const Options& options() const { return options_; }

  RnnEncoder encoder{nullptr};
  RnnBridge bridge{nullptr};
  RnnContextDecoder decoder{nullptr};

 private:
  nn::RecurrentOutput run(const torch::Tensor& target, const Memory& memory,
                          const DecoderState& state);

  Options options_;
};

}  // namespace regard::model
