#pragma once
#include "model/rnn_decoder.h"
#include "model/rnn_encoder.h"
#include "model/seq2seq_model.h"

namespace regard::model {

/// What RnnAttention keeps of a sentence.
struct RnnMemory {
  RnnDecoderMemory attended;
  RnnState first;  ///< of the decoder

  template <class F>
  RnnMemory map(const F& f) const {
    return {attended.map(f), first.map(f)};
  }
};

/// Recurrent encoder-decoder with attention: Bahdanau, Cho and Bengio (2015), arXiv:1409.0473, as
/// in d2l 11.4: the decoder starts from the encoder's last states, layer for layer. Unlike in the
/// book, padding never reaches a state. A convolutional encoder may replace the recurrent one.
class RnnAttention : public Seq2SeqModel {
 public:
  using Options = RnnAttentionOptions;

  RnnAttention(const Options& options, int64_t source_vocab, int64_t target_vocab,
               bool shared_vocab);

  Memory encode(const torch::Tensor& source, const torch::Tensor& source_lengths) override;
  torch::Tensor decode_states(const torch::Tensor& target_input, const Memory& memory) override;
  TokenStates states_of_tokens(const torch::Tensor& source, const torch::Tensor& source_lengths,
                               const torch::Tensor& target_input,
                               const torch::Tensor& target_lengths, bool want_guidable) override;
  nn::OutputLayer& output_layer() override { return decoder->dense; }
  DecoderState start(const Memory& memory) override;
  StepOutput step(const torch::Tensor& previous, const Memory& memory, DecoderState& state,
                  bool want_attention = false) override;
  std::vector<AttentionMap> attention(const torch::Tensor& source,
                                      const torch::Tensor& source_lengths,
                                      const torch::Tensor& target_input) override;

  /// The second half of encode(): what the encoder returned, as memory.
  Memory remember(const nn::RecurrentOutput& encoded, const torch::Tensor& source_lengths);

  const Options& options() const { return options_; }

  RnnEncoder encoder{nullptr};                                ///< "encoder" is this,
  ConvolutionalSourceEncoder convolutional_encoder{nullptr};  ///< or this
  RnnBridge bridge{nullptr};
  RnnDecoder decoder{nullptr};

 private:
  RnnDecoderOutput run(const torch::Tensor& target, const Memory& memory, const DecoderState& state,
                       bool want_attention);

  Options options_;
};

}  // namespace regard::model
