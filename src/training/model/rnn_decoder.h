#pragma once
#include <torch/nn/modules/embedding.h>

#include "architecture/rnn_options.h"
#include "model/rnn_encoder.h"
#include "nn/additive_attention.h"
#include "nn/linear.h"
#include "nn/multi_head_attention.h"
#include "nn/recurrent.h"

namespace regard::model {

/// What the decoder attends to.
struct RnnDecoderMemory {
  torch::Tensor keys;    ///< (batch, source, hidden_size), what the query is compared with
  torch::Tensor values;  ///< (batch, source, memory_size), what the context is a mean of
  torch::Tensor mask;    ///< (batch, 1, source); undefined: no padding

  template <class F>
  RnnDecoderMemory map(const F& f) const {
    return {f(keys), f(values), mask.defined() ? f(mask) : mask};
  }
};

struct RnnDecoderOutput {
  torch::Tensor states;     ///< (batch, target, size), what the output layer reads
  torch::Tensor attention;  ///< (batch, heads, target, source); undefined unless requested
  ops::RecurrentState last;
};

/// At each step the top layer's state, as it was before the step, is the query; the recurrent
/// layers then read [context; embedding]. The context is a mean of the memory's states or, with
/// several heads, their output, hidden_size numbers.
class RnnDecoderImpl : public torch::nn::Module {
 public:
  RnnDecoderImpl(const RnnAttentionOptions& options, int64_t vocab, int64_t memory_size);

  /// states (batch, source, memory_size) -> what is computed once per sentence.
  RnnDecoderMemory project_memory(const torch::Tensor& states, const torch::Tensor& mask = {});

  /// target (batch, target), int64, from `first` on.
  RnnDecoderOutput forward(const torch::Tensor& target, const RnnDecoderMemory& memory,
                           const ops::RecurrentState& first, bool want_attention = false);

  const RnnAttentionOptions& options() const { return options_; }

  torch::nn::Embedding embedding{nullptr};
  nn::OutputLayer dense{nullptr};

 private:
  /// embedded (target, batch, embedding_size).
  ops::RecurrenceOutput run(const torch::Tensor& embedded, const RnnDecoderMemory& memory,
                            const ops::RecurrentState& first);

  RnnAttentionOptions options_;
  nn::AdditiveAttention additive_{nullptr};     // "attention" is this,
  nn::MultiHeadAttention multi_head_{nullptr};  // or this, or a dot product without parameters
  nn::Recurrent rnn{nullptr};
  nn::MaxoutReadout readout{nullptr};  // none where the output layer reads the state
};
TORCH_MODULE(RnnDecoder);

}  // namespace regard::model
