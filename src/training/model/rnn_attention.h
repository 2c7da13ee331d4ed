#pragma once
#include "model/rnn_model.h"

namespace regard::model {

/// Recurrent encoder-decoder with attention: Bahdanau, Cho and Bengio (2015), arXiv:1409.0473, as
/// in d2l 11.4. At each step the decoder's state attends to the encoder states to obtain the
/// context. A convolutional encoder may replace the recurrent one.
class RnnAttention : public RnnModel {
 public:
  using Options = RnnAttentionOptions;

  RnnAttention(const Options& options, int64_t source_vocab, int64_t target_vocab,
               bool shared_vocab);

  nn::OutputLayer& output_layer() override { return decoder->dense; }
  const Options& options() const { return options_; }

  RnnDecoder decoder{nullptr};

 protected:
  RowTensors read(const torch::Tensor& states, const torch::Tensor& lengths,
                  const ops::RecurrentState& first) override;
  RnnDecoderOutput write(const torch::Tensor& target, const RowTensors& context,
                         const ops::RecurrentState& state, bool want_attention) override;

 private:
  Options options_;
};

}  // namespace regard::model
