#pragma once
#include <torch/nn/modules/embedding.h>

#include <memory>

#include "architecture/rnn_options.h"
#include "model/attender.h"
#include "nn/linear.h"
#include "nn/recurrent.h"

namespace regard::model {

struct RnnDecoderOutput {
  torch::Tensor states;     ///< (batch, target, size), input of the output layer
  torch::Tensor attention;  ///< (batch, heads, target, source); undefined unless requested, and
                            ///< for a decoder without attention
  ops::RecurrentState last;
};

/// The parts of every recurrent decoder: the embedding of the previous token, recurrent layers, and
/// the output layer. Parameters are named as in d2l.
class RnnDecoderParts : public torch::nn::Module {
 public:
  torch::nn::Embedding embedding{nullptr};
  nn::OutputLayer dense{nullptr};

 protected:
  RnnDecoderParts(const RnnOptions& options, int64_t vocab);

  /// Registers layers that read the embedding and a context of this size.
  void add_layers(const RnnOptions& options, int64_t context_size);
  /// Registers the output layer, which reads `size` numbers.
  void add_output(const RnnOptions& options, int64_t size);
  /// target (batch, target), int64 -> (target, batch, embedding_size)
  torch::Tensor embed(const torch::Tensor& target);

  nn::Recurrent rnn{nullptr};

 private:
  double dropout_;
};

/// The decoder with attention. At each step the top layer's state, as it was before the step, is
/// the query; the recurrent layers then read [context; embedding]. The context is a mean of the
/// memory's states or, with several heads, the heads' joint output of hidden_size numbers.
class RnnDecoderImpl : public RnnDecoderParts {
 public:
  RnnDecoderImpl(const RnnAttentionOptions& options, int64_t vocab, int64_t memory_size);

  /// states (batch, source, memory_size) -> keys and values, computed once per sentence.
  AttendedMemory project_memory(const torch::Tensor& states, const torch::Tensor& mask = {});

  /// Reads target (batch, target), int64, starting from `first`.
  RnnDecoderOutput forward(const torch::Tensor& target, const AttendedMemory& memory,
                           const ops::RecurrentState& first, bool want_attention = false);

  const RnnAttentionOptions& options() const { return options_; }

 private:
  RnnAttentionOptions options_;
  std::unique_ptr<Attender> attender_;
  nn::MaxoutReadout readout{nullptr};  // null if the output layer reads the state
};
TORCH_MODULE(RnnDecoder);

}  // namespace regard::model
