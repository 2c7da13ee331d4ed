#pragma once
#include "model/seq2seq_model.h"
#include "model/transformer_decoder.h"
#include "model/transformer_encoder.h"

namespace regard::model {

/// Memory of a Transformer.
struct TransformerMemory {
  torch::Tensor mask;         ///< (batch, 1, 1, source), true at tokens
  LayersKeysValues attended;  ///< keys and values for cross-attention

  template <class F>
  TransformerMemory map(const F& f) const {
    return {f(mask), attended.map(f)};
  }
};

/// The self-attention encoder-decoder of Vaswani et al. (2017), arXiv:1706.03762; d2l 11.7.
/// It returns logits; other implementations' "generator" returns their log-softmax.
class Transformer : public Seq2SeqModel {
 public:
  using Options = TransformerOptions;

  Transformer(const Options& options, int64_t source_vocab, int64_t target_vocab,
              bool shared_vocab);

  Memory encode(const torch::Tensor& source, const torch::Tensor& source_lengths) override;
  torch::Tensor decode_states(const torch::Tensor& target_input, const Memory& memory) override;
  /// Position-wise layers skip padding.
  TokenStates states_of_tokens(const torch::Tensor& source, const torch::Tensor& source_lengths,
                               const torch::Tensor& target_input,
                               const torch::Tensor& target_lengths, bool want_guidable) override;
  nn::OutputLayer& output_layer() override { return decoder->dense; }
  int64_t max_steps() const override;
  DecoderState start(const Memory& memory) override;
  StepOutput step(const torch::Tensor& previous, const Memory& memory, DecoderState& state,
                  bool want_attention = false) override;
  std::vector<AttentionMap> attention(const torch::Tensor& source,
                                      const torch::Tensor& source_lengths,
                                      const torch::Tensor& target_input) override;

  const Options& options() const { return options_; }

  TransformerEncoder encoder{nullptr};
  TransformerDecoder decoder{nullptr};

 private:
  DecoderOutput run(const torch::Tensor& target, const Memory& memory, DecoderState& state,
                    nn::WantedWeights wanted);

  Options options_;
};

}  // namespace regard::model
