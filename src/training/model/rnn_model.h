#pragma once
#include <memory>
#include <vector>

#include "architecture/rnn_options.h"
#include "model/rnn_decoder.h"
#include "model/rnn_encoder.h"
#include "model/seq2seq_model.h"

namespace regard::model {

/// Memory of a recurrent model.
struct RnnMemory {
  RowTensors context;  ///< source information that the decoder reads
  RnnState first;      ///< first state of the decoder

  template <class F>
  RnnMemory map(const F& f) const {
    return {context.map(f), first.map(f)};
  }
};

/// A recurrent encoder-decoder. The decoder starts from the encoder's last states, layer by layer.
/// Subclasses differ in the context that the decoder reads at each step. Unlike in d2l, padding
/// never affects a state.
class RnnModel : public Seq2SeqModel {
 public:
  Memory encode(const torch::Tensor& source, const torch::Tensor& source_lengths) override;
  torch::Tensor decode_states(const torch::Tensor& target_input, const Memory& memory) override;
  TokenStates states_of_tokens(const torch::Tensor& source, const torch::Tensor& source_lengths,
                               const torch::Tensor& target_input,
                               const torch::Tensor& target_lengths, bool want_guidable) override;
  DecoderState start(const Memory& memory) override;
  StepOutput step(const torch::Tensor& previous, const Memory& memory, DecoderState& state,
                  bool want_attention = false) override;
  std::vector<AttentionMap> attention(const torch::Tensor& source,
                                      const torch::Tensor& source_lengths,
                                      const torch::Tensor& target_input) override;

  /// The second half of encode(): converts the encoder's output into memory.
  Memory remember(const nn::RecurrentOutput& encoded, const torch::Tensor& source_lengths);

  SourceEncoder encoder;
  RnnBridge bridge{nullptr};

 protected:
  explicit RnnModel(const RnnOptions& options) : readout_dropout_(options.on_readout()) {}

  /// Registers the parts under the names of saved models and initializes their weights.
  void assemble(const RnnOptions& options, const SourceEncoder& its_encoder,
                const std::shared_ptr<torch::nn::Module>& decoder);

  /// Computes the context data once per sentence. states (batch, source, size), lengths (batch);
  /// `first` is the decoder's first state.
  virtual RowTensors read(const torch::Tensor& states, const torch::Tensor& lengths,
                          const ops::RecurrentState& first) = 0;
  /// Reads target (batch, target), int64, starting from `state`. `context` is the result of read().
  virtual RnnDecoderOutput write(const torch::Tensor& target, const RowTensors& context,
                                 const ops::RecurrentState& state, bool want_attention) = 0;

 private:
  RnnDecoderOutput run(const torch::Tensor& target, const Memory& memory, const DecoderState& state,
                       bool want_attention);

  double readout_dropout_;
};

/// The target embedding if the source shares it, else null.
torch::nn::Embedding shared_embedding(const RnnOptions& options,
                                      const torch::nn::Embedding& of_target);

}  // namespace regard::model
